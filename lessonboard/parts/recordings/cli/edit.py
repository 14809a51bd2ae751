"""`lessonboard recording accept` and `edit`: what a person wants changed is what is run."""

from __future__ import annotations

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides, given, without
from lessonboard.parts.recordings.cli.workflow import (
    accepted_row,
    problems_shown,
    show_lines,
    workflow_row,
)
from lessonboard.parts.recordings.workflow.file import changed, file_of, folder_of, project
from lessonboard.parts.recordings.workflow.read import NAME, BadWorkflowFile
from lessonboard.parts.recordings.workflow.versions import before_last_edit, record_edit, versions


@click.command()
@decides()
@click.argument("recording_id", metavar="ID")
@click.option("--reason", default="", help="Why; it is kept with the edit.")
@options.as_json
@click.pass_obj
def accept(app: App, recording_id: str, reason: str, as_json: bool) -> None:
    """Accept what was changed in the file of the workflow ID; you are shown it and asked."""
    event = ""
    with app.open() as board, problems_shown(as_json=as_json):
        row = workflow_row(board, recording_id)
        found = changed(board, row)
        if found is not None:
            show_lines(found.diff)
            for host in found.new_hosts:
                click.echo(f"lessonboard: it opens another host: {one_line(host)}", err=True)
            click.confirm("Is this what shall be run?", abort=True, err=True)
            event = record_edit(board, row, found.document, reason=reason)
    _print(event, as_json=as_json)


@click.command()
@decides(given("undo"))
@decides(without("undo"), at_terminal=True)
@click.argument("recording_id", metavar="ID")
@click.option("--undo", is_flag=True, help="Undo the last edit; again: redo it.")
@options.as_json
@click.pass_obj
def edit(app: App, recording_id: str, undo: bool, as_json: bool) -> None:
    """Open the workflow ID in an editor ($VISUAL or $EDITOR), check it and record the edit.

    Where it has errors they are shown, and it is opened again if you like.
    """
    with app.open() as board:
        event = _undone(board, recording_id) if undo else _edited(board, recording_id)
    _print(event, as_json=as_json)


def _edited(board: Board, recording_id: str) -> str:
    """The event of what an editor made of the file; "" where that is nothing."""
    row = workflow_row(board, recording_id)
    path = file_of(board, row["id"])
    if path is None:
        path = folder_of(row["id"]) / NAME
        project(row, path.parent)
    while True:
        click.edit(filename=str(path))
        try:
            found = changed(board, row)
            return record_edit(board, row, found.document) if found else ""
        except BadWorkflowFile as error:
            show_lines(error.lines)
            if not click.confirm("Open it again?", default=True, err=True):
                raise


def _undone(board: Board, recording_id: str) -> str:
    """Have the workflow as it was before the last edit, on the board and in its file."""
    row = accepted_row(board, recording_id)
    undone, document = before_last_edit(versions(board, row["id"]))
    event = record_edit(board, row, document, undoes=undone.event)
    changed(board, board.row("workflows", row["id"]))  # which writes the file anew
    return event


def _print(event: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"event": event or None})
    else:
        click.echo(f"Recorded as {event}." if event else "Nothing is changed in its file.")
