"""`lessonboard off` and `on`: whose sessions are neither captured, nor imported, nor told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from lessonboard.cli.who_decides import decides

if TYPE_CHECKING:
    from lessonboard.bootstrap import App
    from lessonboard.switching import Change

Command = TypeVar("Command", bound=Callable[..., Any])


def _about(command: Command) -> Command:
    """The options that say what is meant."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON for other programs."),
        click.option("--session", metavar="ID", help="Only this session; its beginning is enough."),
        click.option(
            "--project", help="The project, or a folder of it; default: the working folder."
        ),
    ):
        command = option(command)
    return command


@click.command()
@_about
@click.option("--list", "listing", is_flag=True, help="Show what is off, and by what.")
@click.pass_obj
def off(app: App, project: str | None, session: str | None, as_json: bool, listing: bool) -> None:
    """Remember nothing of a project or a session, and tell its agents nothing.

    From now on nothing of it is captured or imported, and hooks and the MCP server are silent
    there. What is on the board stays. `lessonboard on` takes it back.
    """
    from lessonboard.switching import subjects, switch_off

    _ensure_one(project, session)
    with app.open() as board:
        if listing:
            _list(app, board, as_json)
            return
        changes = switch_off(board, subjects(board, project, session))
    _print(changes, as_json, "off", _told_off)


@click.command()
@decides()
@_about
@click.option(
    "--catch-up", is_flag=True, help="Let the next import take in what happened while it was off."
)
@click.pass_obj
def on(app: App, project: str | None, session: str | None, as_json: bool, catch_up: bool) -> None:
    """Remember a project or session again that was switched off.

    What happened while it was off stays out, unless --catch-up is given before the next import.
    """
    from lessonboard.switching import subjects, switch_on

    _ensure_one(project, session)
    with app.open() as board:
        changes = switch_on(board, subjects(board, project, session), catch_up=catch_up)
    _print(changes, as_json, "on", lambda change: _told_on(change, catch_up))


def _ensure_one(project: str | None, session: str | None) -> None:
    if project is not None and session is not None:
        raise click.UsageError("give --project or --session, not both")


def _print(
    changes: Sequence[Change], as_json: bool, state: str, said: Callable[[Change], str]
) -> None:
    from lessonboard.cli.output import one_line, print_json

    if as_json:
        print_json([
            {"project": each.subject.project, "session": each.subject.session, "state": state,
             "changed": each.is_new, "known": each.subject.is_known}
            for each in changes
        ])  # fmt: skip
        return
    for each in changes:
        click.echo(one_line(said(each)))


def _told_off(change: Change) -> str:
    about = change.subject
    if not change.is_new:
        return f"It is off for {about} already."
    unknown = "" if about.is_known else " The board has not heard of it: check how it is spelt."
    return (
        f"Off for {about}: from now on nothing of it is captured or imported, and its agents are "
        f"told nothing. `lessonboard on` takes it back.{unknown}"
    )


def _told_on(change: Change, catch_up: bool) -> str:
    from lessonboard.exclusion import excluded

    about = change.subject
    meanwhile = "comes in with the next import" if catch_up else "stays out"
    told = f"On again for {about}; what happened meanwhile {meanwhile}."
    if not change.is_new:
        told = f"It was not off for {about}."
    still = excluded()(about.project, None)
    return f"{told} But the settings leave it out: {still}." if still else told


def _list(app: App, board: Any, as_json: bool) -> None:
    """What is off: by decision, by the user's settings, and here."""
    from pathlib import Path

    from blackboard.sources.repository import project_of
    from lessonboard.cli.output import one_line, print_json
    from lessonboard.exclusion import is_off
    from lessonboard.present.rows import capture_line
    from lessonboard.switching import switched_off

    rows = switched_off(board)
    capture = app.config.capture
    here = str(Path.cwd())
    reason = is_off(board, project_of(here), here, None)
    if as_json:
        kept: Final = ("project", "session", "since", "reason")
        decided = [{name: row[name] for name in kept} for row in rows]
        print_json({"decided": decided, "settings": capture.model_dump(), "here": reason})
        return
    lines = [*map(capture_line, rows), *_of_settings(capture.off, capture.exclude)]
    for line in lines or ["Lessonboard is on everywhere."]:
        click.echo(one_line(line))
    if reason:
        click.echo(one_line(f"In this folder it is off: {reason}."))


def _of_settings(off: bool, exclude: Sequence[str]) -> list[str]:
    everywhere = ["off everywhere, by the settings"] if off else []
    return [*everywhere, *(f"excluded by the settings: {pattern}" for pattern in exclude)]
