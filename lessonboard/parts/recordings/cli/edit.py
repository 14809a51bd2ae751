"""`lessonboard recording edit`: change a workflow in an editor, and undo an edit."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from blackboard import Board
from blackboard.views.rows import WorkflowRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.parts.recordings.cli.current import (
    current_row,
    problems_shown,
    show_problems,
    show_taken,
    workflow_row,
)
from lessonboard.parts.recordings.compiler.folder import folder_of
from lessonboard.parts.recordings.workflow_file.folder import TakenIn, project, take_in
from lessonboard.parts.recordings.workflow_file.history import (
    last_edit,
    record_edit,
    version,
    versions,
    without,
)
from lessonboard.parts.recordings.workflow_file.read import NAME, BadWorkflowFile
from lessonboard.parts.recordings.workflow_file.renewal import PERSON
from lessonboard.parts.recordings.workflow_files import WORKFLOWS, folder_with_file, in_force

hosts_option = click.option(
    "--allow-host", "hosts", multiple=True, metavar="HOST[:PORT]",
    help="Another host that the file may name, besides those of the recording.",
)  # fmt: skip


@click.command()
@click.argument("recording_id", metavar="ID")
@click.argument("event", required=False)
@click.option("--undo", is_flag=True, help="Undo the last edit, or the edit EVENT.")
@hosts_option
@click.option("--reason", default="", help="Why; it is kept with the edit.")
@options.as_json
@click.pass_obj
def edit(
    app: App,
    recording_id: str,
    event: str | None,
    undo: bool,
    hosts: tuple[str, ...],
    reason: str,
    as_json: bool,
) -> None:
    """Open the workflow ID in an editor ($VISUAL or $EDITOR), check it and record the edit.

    Where it has errors they are shown, and it is opened again if you like. Without a terminal it
    says where the file is; edit it there, and `recording run` uses it as it is.
    """
    if event and not undo:
        raise click.UsageError("EVENT is the edit that --undo undoes")
    with app.open() as board:
        if undo:
            _undo(board, recording_id, event, reason, as_json)
            return
        row = workflow_row(board, recording_id)
        folder = folder_with_file(board, row["id"]) or folder_of(WORKFLOWS, row["id"])
        project(board, row, folder)
        if sys.stdin.isatty() and not as_json:
            taken = _edited(board, row, folder, hosts, reason)
        else:
            with problems_shown(as_json=as_json):
                taken = _taken(board, row, folder, hosts, reason)
    _print_edited(folder / NAME, taken.event, as_json=as_json)
    show_taken("", taken.conflicts, as_json=as_json)


def _edited(
    board: Board, row: WorkflowRow, folder: Path, hosts: tuple[str, ...], reason: str
) -> TakenIn:
    """What an editor made of the file; it is opened until there is no error, or no wish."""
    while True:
        click.edit(filename=str(folder / NAME))
        try:
            return _taken(board, row, folder, hosts, reason)
        except BadWorkflowFile as error:
            show_problems(error)
            if not click.confirm("Open it again?", default=True, err=True):
                raise


def _taken(
    board: Board, row: WorkflowRow, folder: Path, hosts: tuple[str, ...], reason: str
) -> TakenIn:
    return take_in(board, row, folder, actor=PERSON, hosts=frozenset(hosts), reason=reason)


def _print_edited(path: Path, event: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(path), "event": event or None})
    elif event:
        click.echo(f"The edit is recorded as {event}; {one_line(str(path))} is what is run.")
    else:
        click.echo(f"Nothing is changed in {one_line(str(path))}")


def _undo(board: Board, recording_id: str, event: str | None, reason: str, as_json: bool) -> None:
    """Undo the last edit, or one alone; undoing an undo redoes it."""
    row = current_row(board, recording_id, as_json=as_json)
    found = versions(board, row["id"])
    undone = version(found, event) if event else last_edit(found)
    new = record_edit(
        board, row, without(found, undone), actor=PERSON, undoes=undone.event, reason=reason
    )
    row, _ = in_force(board, board.row("workflows", row["id"]))
    if as_json:
        print_json({"event": new, "undoes": undone.event, "edited": row["compiled"] is not None})
        return
    state = "still edited" if row["compiled"] is not None else "as it was compiled"
    click.echo(f"{undone.event} is undone; {one_line(row['title'])} is {state}.")
    click.echo(f"Redo: lessonboard recording edit {one_line(row['id'])} {new} --undo")
