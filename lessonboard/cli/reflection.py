"""`lessonboard reflection`: what looking back at sessions and pull requests found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.event import iso
from blackboard.events import streams
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.present.text import place_of
from reflect.looks import ENDS, Look, latest, looks


@click.command("list")
@options.project
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def list_(app: App, project: str | None, limit: int, as_of: str | None, as_json: bool) -> None:
    """The last look at each session and pull request, newest first."""
    with options.reading(app, as_of) as board:
        names = None if project is None else board.projects(project)
        found = [
            each
            for each in latest(board.read(types=ENDS))
            if names is None or each.project in names
        ][:limit]
    if as_json:
        print_json([_json(each) for each in found])
        return
    for each in found:
        click.echo(_headline(each))
        click.secho(f"  {one_line(each.subject)}  {_summary(each)}", bold=True)
    if not found:
        click.echo("No reflections; `lessonboard reflect` makes one.")


@click.command()
@click.argument("session", metavar="SESSION")
@options.as_of
@options.as_json
@click.pass_obj
def show(app: App, session: str, as_of: str | None, as_json: bool) -> None:
    """Every look at SESSION, or at a pull request, oldest first.

    The beginning of a session's ID is enough.
    """
    with options.reading(app, as_of) as board:
        found = _looks(board, session)
    if as_json:
        print_json([_json(each) for each in found])
        return
    for each in found:
        click.secho(_headline(each), bold=True)
        for line in _details(each):
            click.echo(f"  {line}")


def _looks(board: Board, name: str) -> list[Look]:
    """The looks at what a person named; a session by the beginning of its id.

    Raises:
        NotFound: there is no such session, or nobody looked at it.
    """
    own = looks(board.read(stream=streams.reflection(name)))
    if own:
        return own
    session = options.session_named(board, name)
    found = looks(board.read(stream=streams.reflection(session)))
    if not found:
        raise NotFound(
            f"nobody looked back at {session!r} yet; `lessonboard reflect --session {session}` does"
        )
    return found


def _headline(look: Look) -> str:
    at = look.started_at if look.ended_at is None else look.ended_at
    why = f" ({look.triggered_by})" if look.triggered_by else ""
    place = place_of(look.project) if look.project else "no project"
    return f"{iso(at)[:16].replace('T', ' ')}  {look.state}{why}  {one_line(place)}"


def _summary(look: Look) -> str:
    if look.state == "failed":
        return one_line(look.reason)
    patterns, insights = len(look.patterns), len(look.insights)
    return f"{counted(patterns, 'pattern')}, {counted(insights, 'insight')}"


def _details(look: Look) -> Iterator[str]:
    if look.state == "failed":
        yield f"failed: {one_line(look.reason)}"
    if look.iterations:
        end = "converged" if look.converged else "stopped before it converged"
        yield f"{counted(look.iterations, 'iteration')}, {end}"
    for number, each in enumerate(look.history, 1):
        yield (
            f"  {number}. found {each['found']}, {each['new']} new; "
            f"mean confidence {each['confidence']:.2f}"
        )
    for pattern in look.patterns:
        text = f"{pattern['type']} ({pattern['severity']}, {pattern['count']} times)"
        yield f"pattern: {one_line(text)}: {one_line(pattern['suggestion'])}"
    for insight in look.insights:
        actionable = "" if insight["actionable"] else ", not actionable"
        yield (
            f"insight: {one_line(insight['statement'])} "
            f"({insight['category']}, confidence {insight['confidence']:.2f}{actionable})"
        )


def _json(look: Look) -> dict[str, Any]:
    ended = None if look.ended_at is None else iso(look.ended_at)
    return {**asdict(look), "started_at": iso(look.started_at), "ended_at": ended}
