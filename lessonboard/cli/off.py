"""`lessonboard off`: which sessions are neither captured, nor imported, nor shown anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from lessonboard.cli.who_decides import decides, given

if TYPE_CHECKING:
    from lessonboard.bootstrap import App
    from lessonboard.switching import Change


@click.command()
@decides(given("undo"))
@click.option("--project", help="The project, or a folder of it: . is the working folder.")
@click.option("--session", metavar="ID", help="Only this session; its beginning is enough.")
@click.option("--undo", is_flag=True, help="Remember it again; what happened meanwhile stays out.")
@click.option("--catch-up", is_flag=True, help="With --undo: import what happened meanwhile, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for other programs.")
@click.pass_obj
def off(
    app: App, project: str | None, session: str | None, undo: bool, catch_up: bool, as_json: bool
) -> None:
    """Remember nothing of a project or a session, and show its agents nothing.

    From now on nothing of it is captured or imported, and hooks and the MCP server are silent
    there. What is on the board stays. Without --project and --session it lists what is off;
    --undo alone is about the working folder.
    """
    from lessonboard.switching import subjects, switch_off, switch_on

    if project is not None and session is not None:
        raise click.UsageError("give --project or --session, not both")
    if catch_up and not undo:
        raise click.UsageError("--catch-up needs --undo")
    with app.open() as board:
        if project is None and session is None and not undo:
            _list(app, board, as_json)
            return
        about = subjects(board, project, session)
        changes = switch_on(board, about, catch_up=catch_up) if undo else switch_off(board, about)
    if undo:
        _print(changes, as_json, "on", lambda change: _said_on(change, catch_up))
    else:
        _print(changes, as_json, "off", _said_off)


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


def _said_off(change: Change) -> str:
    about = change.subject
    if not change.is_new:
        return f"It is off for {about} already."
    unknown = "" if about.is_known else " Nothing on the board has that name: check its spelling."
    named = f"--session {about.session}" if about.session else f"--project {about.project}"
    return (
        f"Off for {about}: from now on nothing of it is captured or imported, and its agents are "
        f"shown nothing. Undo: lessonboard off --undo {named}.{unknown}"
    )


def _said_on(change: Change, catch_up: bool) -> str:
    from lessonboard.exclusion import excluded

    about = change.subject
    meanwhile = "comes in with the next import" if catch_up else "stays out"
    said = f"On again for {about}; what happened meanwhile {meanwhile}."
    if not change.is_new:
        said = f"It was not off for {about}."
    still = excluded()(about.project, None)
    return f"{said} But the settings leave it out: {still}." if still else said


def _list(app: App, board: Any, as_json: bool) -> None:
    """Print what is off: by decision, by the user's settings, and here."""
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
    for line in lines or ["Nothing is off: lessonboard is on everywhere."]:
        click.echo(one_line(line))
    if reason:
        click.echo(one_line(f"In this folder it is off: {reason}."))
    else:
        click.echo("It is on in this folder; `lessonboard off --project .` switches it off here.")


def _of_settings(off: bool, exclude: Sequence[str]) -> list[str]:
    everywhere = ["off everywhere, by the settings"] if off else []
    return [*everywhere, *(f"excluded by the settings: {pattern}" for pattern in exclude)]
