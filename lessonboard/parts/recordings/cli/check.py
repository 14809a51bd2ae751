"""`lessonboard recording check`: whether the file of a workflow has errors."""

from __future__ import annotations

from pathlib import Path

import click

from blackboard import BoardError
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.cli.workflow import problems_shown, workflow_row
from lessonboard.parts.recordings.workflow.file import difference, file_of, read_file
from lessonboard.parts.recordings.workflow.read import NAME, Json


@click.command()
@click.argument("what", metavar="ID|FILE")
@options.as_json
@click.pass_obj
def check(app: App, what: str, as_json: bool) -> None:
    """Check the file of the workflow ID, or FILE; exit code 1 where it has errors.

    Every error is shown with its line and column. What a run would refuse is an error.
    """
    with problems_shown(as_json=as_json):
        path, document, diff = _checked(app, what)
    steps, parameters = len(document["steps"]), len(document.get("parameters", {}))
    if as_json:
        print_json({"file": str(path), "problems": [], "steps": steps, "parameters": parameters,
                    "diff": diff})  # fmt: skip
        return
    counts = f"{counted(steps, 'step')}, {counted(parameters, 'parameter')}"
    click.echo(f"{one_line(str(path))}: {counts}, no error")
    if diff:
        click.echo("It was changed: `recording accept` shows how, and makes it what is run.")


def _checked(app: App, what: str) -> tuple[Path, Json, list[str]]:
    """The file that is meant, what it says, and how that differs from the board.

    Raises:
        BadWorkflowFile: it has errors.
        BoardError: the workflow has no file, or it cannot be read.
    """
    path: Path | None = Path(what)
    if path is not None and path.is_file():
        return path, read_file(path), []
    with app.existing() as board:
        row = workflow_row(board, what)
        path = file_of(board, row["id"])
    if path is None:
        raise BoardError(
            f"no {NAME} of {row['id']} was found here; write it with "
            f"`lessonboard session reflect --session {row['id']}`"
        )
    document = read_file(path, row["id"], row["workflow"])
    is_same = document == row["workflow"]
    return path, document, [] if is_same else difference(row["workflow"], document)
