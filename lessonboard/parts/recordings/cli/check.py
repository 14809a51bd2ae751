"""`lessonboard recording check`: whether the file of a workflow has errors, and its schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from blackboard import Board, BoardError
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.cli.workflow import problems_shown, workflow_row
from lessonboard.parts.recordings.workflow.file import difference, file_of
from lessonboard.parts.recordings.workflow.keys import json_schema
from lessonboard.parts.recordings.workflow.read import NAME, Json, decoded


@click.command()
@click.argument("what", metavar="ID|FILE", required=False)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of such a file instead.")
@options.as_json
@click.pass_obj
def check(app: App, what: str | None, schema: bool, as_json: bool) -> None:
    """Check the file of the workflow ID, or FILE; exit code 1 where it has errors.

    Every error is shown with its line and column. What a run would refuse is an error.
    """
    if schema:
        print_json(json_schema())
        return
    if what is None:
        raise click.UsageError("give the ID of a recording, or the FILE of a workflow")
    with problems_shown(as_json=as_json):
        path, document, diff = _checked(app, what)
    said = {"steps": len(document["steps"]), "parameters": len(document.get("parameters", {}))}
    if as_json:
        print_json({"file": str(path), "problems": [], **said, "diff": diff})
        return
    counts = f"{counted(said['steps'], 'step')}, {counted(said['parameters'], 'parameter')}"
    click.echo(f"{one_line(str(path))}: {counts}, no error")
    if diff:
        click.echo(
            "It was changed: look at it with `recording accept`, which makes it what is run."
        )


def _checked(app: App, what: str) -> tuple[Path, Json, list[str]]:
    """The file that is meant, what it says, and how that differs from the board.

    Raises:
        BadWorkflowFile: it has errors.
        BoardError: the workflow has no file.
    """
    path = Path(what)
    if path.is_file():
        return path, decoded(path, path.read_bytes()), []
    with app.existing() as board:
        row = workflow_row(board, what)
        path = _file(board, row["id"])
        document = decoded(path, path.read_bytes(), row["id"], row["workflow"])
    now: Any = row["workflow"]
    return path, document, [] if now == document else difference(now, document)


def _file(board: Board, recording: str) -> Path:
    path = file_of(board, recording)
    if path is None:
        raise BoardError(
            f"no {NAME} of {recording} was found here; write it with "
            f"`lessonboard session reflect --session {recording}`"
        )
    return path
