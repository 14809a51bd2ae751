"""`lessonboard reflection`: what looking back at sessions and pull requests found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from reflect.refusals import key_of, refusals


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
        reasons = refusals(board, found)
    if as_json:
        print_json([_json(each, reasons) for each in found])
        return
    for each in found:
        click.echo(_headline(each))
        click.secho(f"  {one_line(each.subject)}  {_summary(each, reasons)}", bold=True)
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
        reasons = refusals(board, found)
    if as_json:
        print_json([_json(each, reasons) for each in found])
        return
    for each in found:
        click.secho(_headline(each), bold=True)
        for line in _details(each, reasons):
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


def _summary(look: Look, reasons: Mapping[str, str]) -> str:
    if look.state == "failed":
        return one_line(look.reason)
    patterns, refused = len(look.patterns), len(_refused(look, reasons))
    insights = len(look.insights) - refused
    more = f", {refused} refused" if refused else ""
    return f"{counted(patterns, 'pattern')}, {counted(insights, 'insight')}{more}"


def _refused(look: Look, reasons: Mapping[str, str]) -> list[tuple[dict[str, Any], str]]:
    """What a look found and was not kept, with the reason."""
    keyed = ((each, key_of(look, each)) for each in look.insights)
    return [(each, reasons[key]) for each, key in keyed if key in reasons]


def _details(look: Look, reasons: Mapping[str, str]) -> Iterator[str]:
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
    refused = _refused(look, reasons)
    for insight in look.insights:
        if any(insight is each for each, _ in refused):
            continue
        actionable = "" if insight["actionable"] else ", not actionable"
        yield (
            f"insight: {one_line(insight['statement'])} "
            f"({insight['category']}, confidence {insight['confidence']:.2f}{actionable})"
        )

    for insight, reason in refused:
        yield f"refused, not kept: {one_line(insight['statement'])} ({one_line(reason)})"


def _json(look: Look, reasons: Mapping[str, str]) -> dict[str, Any]:
    ended = None if look.ended_at is None else iso(look.ended_at)
    refused = _refused(look, reasons)
    return {
        **asdict(look),
        "started_at": iso(look.started_at),
        "ended_at": ended,
        "insights": [each for each in look.insights if not any(each is one for one, _ in refused)],
        "refused": [{**each, "why": reason} for each, reason in refused],
    }
