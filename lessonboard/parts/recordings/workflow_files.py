"""Where a workflow's file is, and the workflow as that file has it now."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.compiler.folder import folder_of
from lessonboard.parts.recordings.workflow_file.folder import NEW, TakenIn, project, take_in
from lessonboard.parts.recordings.workflow_file.read import NAME
from lessonboard.parts.recordings.workflow_file.renewal import PERSON

WORKFLOWS = Path("workflows")


def folder_with_file(board: Board, recording: str) -> Path | None:
    """The folder that holds the file of a workflow.

    It is looked for in `workflows` of the working folder, then beside the folder `recordings` that
    holds the recording.

    Args:
        board: which knows where the recording is.
        recording: its id.
    """
    rows = board.view("recordings", where={"id": recording})
    parents = [Path(row["folder"]).parent.parent / WORKFLOWS for row in rows if row["folder"]]
    parents.insert(0, WORKFLOWS)
    folders = [folder_of(parent, recording) for parent in parents]
    return next((folder for folder in folders if (folder / NAME).is_file()), None)


def in_force(
    board: Board, row: WorkflowRow, hosts: frozenset[str] = frozenset()
) -> tuple[WorkflowRow, TakenIn]:
    """A workflow after the edits of its file were recorded, where there are any.

    Args:
        board: with the workflow.
        row: as the board has it.
        hosts: other hosts that the file may name.

    Raises:
        BadWorkflowFile: the file was edited, and cannot be read.
    """
    folder = folder_with_file(board, row["id"])
    if folder is None:
        return row, TakenIn()
    taken = take_in(board, row, folder, actor=PERSON, hosts=hosts)
    row = board.row("workflows", row["id"])
    if not (folder / NEW).exists():
        project(board, row, folder)
    return row, taken
