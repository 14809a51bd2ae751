"""A recording that is compiled again, and the edits of its workflow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from blackboard import Board
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.compiler.card import ACTOR
from lessonboard.parts.recordings.workflow_file.folder import project, set_beside, take_in
from lessonboard.parts.recordings.workflow_file.history import record_edit, version, versions
from lessonboard.parts.recordings.workflow_file.merging import MergeConflict, Merged, merge
from lessonboard.parts.recordings.workflow_file.read import BadWorkflowFile, Context, read, written

PERSON = "human"


class Edits(NamedTuple):
    """What became of the edits of a workflow that was compiled again.

    Attributes:
        merged: the event that joins them with the new compilation; empty where none was needed.
        conflicts: where both changed the same; the edited workflow stays in force.
        refused: the edited file, where it cannot be read.
    """

    merged: str = ""
    conflicts: Sequence[MergeConflict] = ()
    refused: BadWorkflowFile | None = None


def edits_before(board: Board, recording: str, folder: Path) -> BadWorkflowFile | None:
    """Record the edits of a folder's file before its recording is compiled again.

    Returns:
        Why the file cannot be read, if so; it is left as it is then.
    """
    rows = board.view("workflows", where={"id": recording})
    try:
        for row in rows:
            take_in(board, row, folder, actor=PERSON)
    except BadWorkflowFile as error:
        return error
    return None


def keep_edits(board: Board, recording: str, folder: Path) -> Edits:
    """Join the edits of a workflow with what was compiled last, or show where they differ."""
    refused = edits_before(board, recording, folder)
    if refused is not None:
        return Edits(refused=refused)
    row = board.row("workflows", recording)
    merged, event = _merged(board, row), ""
    if merged is not None and not merged.conflicts:
        event = record_edit(
            board,
            row,
            merged.workflow,
            actor=ACTOR,
            base=row["compiled_event"],
            reason="merged with a new compilation",
        )
        row = board.row("workflows", recording)
    project(board, row, folder)
    if merged is not None and merged.conflicts and row["compiled"] is not None:
        set_beside(folder, row["compiled"], row["compiled_event"])
    return Edits(event, merged.conflicts if merged else ())


def _merged(board: Board, row: WorkflowRow) -> Merged | None:
    """The edited workflow with the new compilation; None where there is nothing to merge."""
    if row["compiled"] is None or row["based_on"] == row["compiled_event"]:
        return None
    base = version(versions(board, row["id"]), row["based_on"])
    merged = merge(base.workflow, row["workflow"], row["compiled"])
    problems = read(written(merged.workflow), Context(merged.workflow))[1]
    broken = [MergeConflict(f"together: {problem.text}", None, None) for problem in problems]
    return Merged(merged.workflow, [*merged.conflicts, *broken])
