"""`lessonboard lesson check`, and what `lesson show` says of the lines that a lesson cites."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from blackboard import Board
from blackboard.plugins import contents
from blackboard.sources.repository import project_of
from blackboard.views.rows import LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json, progress
from reflect.freshness.check import Checked, check, due
from scheduler.handlers.check import Settled

_STATES = ("fresh", "moved", "drifted", "orphaned", "unknown")


@click.command("check")
@click.option("--project", help="Its remote, its path, or the last part; else the folder's own.")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(),
    help="Where its files are; the working folder otherwise.",
)
@options.as_json
@click.pass_obj
def check_(app: App, project: str | None, folder: Path, as_json: bool) -> None:
    """Look whether the lines that lessons cite still stand in their files.

    What drifted or lost its file is offered less or not at all, and comes up in `review`.
    Then, whether the default branch has the checks that were made of lessons: those that hold let
    their lessons rest.
    """
    with app.open() as board:
        name = _project(app, board, project, folder)
        rows = due(board, name)
        with progress("Looking", len(rows)) as done:
            found = []
            for each in check(board, rows, folder):
                found.append(each)
                done(1)
        settled: list[Settled] = []
        for look in contents.part("project check"):
            settled += look(board, name, folder)
        board.catch_up()  # hooks read the views as they are, and fold nothing
    if as_json:
        checks = [{"id": each.lesson, "check": each.state} for each in settled]
        print_json([*map(_as_json, found), *checks])
    else:
        _print({row["id"]: row for row in rows}, found)
        _print_settled(settled)


def _project(app: App, board: Board, name: str | None, folder: Path) -> str:
    if name is None:
        return board.project(project_of(str(folder.resolve()))) or ""
    return options.the_project(app, board, name)


def _print(rows: dict[str, LessonRow], found: list[Checked]) -> None:
    for each in found:
        if each.judgement is not None and each.judgement.freshness != "fresh":
            row = rows[each.lesson]
            click.echo(f"{each.judgement.freshness:9} {one_line(each.judgement.reason)}")
            click.echo(f"          {one_line(row['id'])}  {one_line(row['constraint'])}")
    counts = Counter(_state(each) for each in found)
    told = ", ".join(f"{counts[state]} {state}" for state in _STATES if counts[state])
    click.echo(f"{counted(len(found), 'lesson')} with files{': ' if told else ''}{told}.")


def _print_settled(settled: list[Settled]) -> None:
    for each in settled:
        if each.state in ("resting", "woken"):
            click.echo(f"{each.state:9} {one_line(each.lesson)}")
    counts = Counter(each.state for each in settled)
    if settled:
        told = ", ".join(f"{count} {state}" for state, count in sorted(counts.items()))
        click.echo(f"{counted(len(settled), 'lesson')} with checks: {told}.")


def _state(checked: Checked) -> str:
    return checked.judgement.freshness if checked.judgement else "unknown"


def _as_json(checked: Checked) -> dict[str, object]:
    found = checked.judgement._asdict() if checked.judgement else {"freshness": "unknown"}
    return {"id": checked.lesson, "changed": checked.changed, **found}
