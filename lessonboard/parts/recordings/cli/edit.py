"""`lessonboard recording edit`: change a workflow in an editor, and undo an edit."""

from __future__ import annotations

from pathlib import Path

import click

from blackboard import Board
from blackboard.views.rows import WorkflowRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides, given, without
from lessonboard.parts.recordings.cli.workflow import accepted_row, workflow_row
from lessonboard.parts.recordings.workflow.file import (
    changed,
    file_of,
    folder_of,
    project,
)
from lessonboard.parts.recordings.workflow.read import NAME, BadWorkflowFile
from lessonboard.parts.recordings.workflow.versions import before_last_edit, record_edit, versions


@click.command()
@decides(given("undo"))
@decides(without("undo"), at_terminal=True)
@click.argument("recording_id", metavar="ID")
@click.option("--undo", is_flag=True, help="Undo the last edit; again: redo it.")
@click.option("--reason", default="", help="Why; it is kept with the edit.")
@options.as_json
@click.pass_obj
def edit(app: App, recording_id: str, undo: bool, reason: str, as_json: bool) -> None:
    """Open the workflow ID in an editor ($VISUAL or $EDITOR), check it and record the edit.

    Where it has errors they are shown, and it is opened again if you like.
    """
    with app.open() as board:
        if undo:
            event = _undone(board, recording_id, reason, as_json)
        else:
            event = _edited(board, workflow_row(board, recording_id), reason)
    if as_json:
        print_json({"event": event or None})
    else:
        click.echo(f"Recorded as {event}." if event else "Nothing is changed.")


def _edited(board: Board, row: WorkflowRow, reason: str) -> str:
    """The event of what an editor made of the file; "" where that is nothing."""
    path = file_of(board, row["id"]) or _written(row)
    while True:
        click.edit(filename=str(path))
        try:
            found = changed(board, row)
            return record_edit(board, row, found.document, reason=reason) if found else ""
        except BadWorkflowFile as error:
            for line in error.lines:
                click.echo(one_line(line), err=True)
            if not click.confirm("Open it again?", default=True, err=True):
                raise


def _written(row: WorkflowRow) -> Path:
    folder = folder_of(row["id"])
    project(row, folder)
    return folder / NAME


def _undone(board: Board, recording_id: str, reason: str, as_json: bool) -> str:
    """Have the workflow as it was before the last edit, on the board and in its file."""
    row = accepted_row(board, recording_id, as_json=as_json)
    undone, document = before_last_edit(versions(board, row["id"]))
    event = record_edit(board, row, document, undoes=undone.event, reason=reason)
    changed(board, board.row("workflows", row["id"]))  # which writes the file anew
    return event
