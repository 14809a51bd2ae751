"""`lessonboard recording export`: a workflow for those who have no board."""

from __future__ import annotations

import os
from pathlib import Path

import click

from blackboard import BoardError
from blackboard.private_folder import make_private_folder
from lessonboard.bootstrap import App
from lessonboard.cli.output import one_line

_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command("export")
@click.argument("recording_id", metavar="ID")
@click.option("--skill", type=_FOLDER, help="A folder with a SKILL.md, for coding agents.")
@click.option("--playwright", type=_FILE, help="A test for pytest-playwright, such as test_it.py.")
@click.pass_obj
def export(app: App, /, recording_id: str, skill: Path | None, playwright: Path | None) -> None:
    """Write a workflow as a skill or a test, for those who have no board.

    No secret is in them. A file that is there is replaced.
    """
    from lessonboard.parts.recordings import export as exports
    from lessonboard.parts.recordings.cli.workflow import accepted_row
    from lessonboard.parts.recordings.workflow.planning import plan_of

    if not (skill or playwright):
        raise click.UsageError("say what to write: --skill DIR or --playwright FILE")
    with app.existing() as board:
        row = accepted_row(board, recording_id, as_json=False)
    plan = plan_of(row)
    if skill:
        about = str(row["workflow"].get("description") or "")
        _write(skill / "SKILL.md", exports.skill_page(plan, about))
    if playwright:
        _write(playwright, exports.pytest_file(plan))
    for place in filter(None, (skill, playwright)):
        click.echo(f"Wrote {one_line(str(place))}", err=True)


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
