"""`lessonboard recording export`: a workflow for those who have no board."""

from __future__ import annotations

import os
from pathlib import Path

import click

from blackboard import Board, BoardError
from blackboard.private_folder import make_private_folder
from lessonboard.bootstrap import App
from lessonboard.cli.output import one_line
from lessonboard.parts.recordings.sources import read_recording

_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command("export")
@click.argument("recording_id", metavar="ID")
@click.option("--skill", type=_FOLDER, help="A folder with a SKILL.md, for coding agents.")
@click.option("--playwright", type=_FILE, help="A Python script that needs Playwright alone.")
@click.pass_obj
def export(app: App, /, recording_id: str, **places: Path | None) -> None:
    """Write a workflow as a skill or a script, for those who have no board.

    No secret is in them. A file that is there is replaced.
    """
    from lessonboard.parts.recordings.cli.workflow import accepted_row
    from lessonboard.parts.recordings.export import EXPORTS, Subject
    from lessonboard.parts.recordings.workflow.planning import plan_of

    wanted = {name: place for name, place in places.items() if place is not None}
    if not wanted:
        raise click.UsageError("say what to write: --skill DIR or --playwright FILE")
    with app.existing() as board:
        row = accepted_row(board, recording_id, as_json=False)
        shots = _screenshots(board, row["id"])
    about = str(row["workflow"].get("description") or "")
    plan = plan_of(row)
    subject = Subject(plan, about, shots)
    for name, place in wanted.items():
        for path, text in EXPORTS[name](subject).items():
            _write(place / path if path else place, text)
        click.echo(f"Wrote {one_line(str(place))}", err=True)


def _screenshots(board: Board, recording: str) -> dict[int, str]:
    """The names of the pictures by step, where the recording is still in its folder."""
    try:
        found = read_recording(Path(board.row("recordings", recording)["folder"]))
    except BoardError:
        return {}
    return {step.index: step.pre.name for step in found.steps if step.pre is not None}


def _write(path: Path, text: str) -> None:
    """Write a file for its owner alone: it may hold recorded values.

    Raises:
        BoardError: it cannot be written.
    """
    try:
        make_private_folder(path.parent)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError as error:
        raise BoardError(f"could not write {path}: {error.strerror}") from error
