"""The versions of a workflow: what was compiled, edited and undone, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from blackboard import Board
from blackboard.errors import BoardError, NotFound
from blackboard.events import streams
from blackboard.events.recording import WorkflowCompiled, WorkflowEdited
from blackboard.events.upcast import current
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.views.workflows import WORKFLOWS
from lessonboard.parts.recordings.workflow_file.document import Json
from lessonboard.parts.recordings.workflow_file.merging import MergeConflict, merge

_TYPES = [WorkflowCompiled.type, WorkflowEdited.type]


class Version(NamedTuple):
    """A version of a workflow.

    Attributes:
        event: the id of the event that made it.
        position: where that is in the log.
        actor: who did it.
        at: when, in microseconds since 1970.
        workflow: what the event holds.
        in_force: what was run from then on; a new compilation does not replace an edit.
        undoes: the event that it undoes; empty for others.
        is_edit: whether it was edited, not compiled.
        reason: as given with an edit.
    """

    event: str
    position: int
    actor: str
    at: int
    workflow: Json
    in_force: Json
    undoes: str = ""
    is_edit: bool = False
    reason: str = ""


class CannotUndo(BoardError):
    """An edit cannot be undone, because later ones changed the same things."""

    def __init__(self, event: str, conflicts: Sequence[MergeConflict]) -> None:
        listed = "; ".join(map(str, conflicts))
        super().__init__(
            f"{event} cannot be undone by itself: it was changed again since ({listed}); "
            "undo the later edits first, or edit the workflow"
        )


def versions(board: Board, recording: str) -> list[Version]:
    """The versions of a recording's workflow, oldest first."""
    found: list[Version] = []
    row = None
    for event in board.read(stream=streams.recording(recording), types=_TYPES):
        payload = current(event)
        if payload is None:
            continue
        is_edit = event.type == WorkflowEdited.type
        row = WORKFLOWS.reduce[event.type](row, event)
        if row is not None:
            found.append(Version(
                event.id, event.position, event.actor or "", event.occurred_at,
                payload["workflow"], row["workflow"], payload.get("undoes", ""), is_edit,
                payload.get("reason", ""),
            ))  # fmt: skip
    return found


def version(found: Sequence[Version], name: str) -> Version:
    """The version with this id, the beginning of one, or this position in the log.

    Raises:
        NotFound: there is none, or more than one.
    """
    alike = [each for each in found if name and each.event.startswith(name)]
    exact = [each for each in found if name in (each.event, str(each.position))]
    if len(exact or alike) != 1:
        raise NotFound(
            f"{name!r} is no version of this workflow; `lessonboard recording ID` lists them"
        )
    return (exact or alike)[0]


def last_edit(found: Sequence[Version]) -> Version:
    """The last edit that was not undone.

    Raises:
        NotFound: nothing was edited, or every edit was undone.
    """
    undone = undone_of(found)
    for each in reversed(found):
        if each.is_edit and not each.undoes and each.event not in undone:
            return each
    raise NotFound("there is no edit to undo")


def undone_of(found: Sequence[Version]) -> set[str]:
    """The undone events; one whose undoing was itself undone is not among them."""
    undone: set[str] = set()
    for each in reversed(found):
        if each.undoes and each.event not in undone:
            undone.add(each.undoes)
    return undone


def without(found: Sequence[Version], edit: Version) -> Json:
    """The workflow as it is now without one edit.

    Raises:
        CannotUndo: later edits changed the same things.
        NotFound: it is no edit, or is undone already.
    """
    if not edit.is_edit or edit.event in undone_of(found):
        why = "is undone already" if edit.is_edit else "was compiled, not edited"
        raise NotFound(f"{edit.event} cannot be undone: it {why}")
    before = found[found.index(edit) - 1].in_force
    merged = merge(edit.workflow, found[-1].in_force, before)
    if merged.conflicts:
        raise CannotUndo(edit.event, merged.conflicts)
    return merged.workflow


def record_edit(
    board: Board,
    row: WorkflowRow,
    workflow: Json,
    *,
    actor: str,
    base: str = "",
    undoes: str = "",
    reason: str = "",
) -> str:
    """Append an edit, and return its id.

    Args:
        board: the board with the workflow.
        row: the workflow as it is in force.
        workflow: as it is to be.
        actor: who edited it.
        base: the event whose workflow was edited; default: the one in force.
        undoes: the edit that it undoes.
        reason: why.
    """
    payload = WorkflowEdited(
        recording=row["id"],
        workflow=workflow,
        base=base or row["event"],
        undoes=undoes,
        reason=reason,
    )
    [event] = board.record(payload, actor=actor, project=row["project"])
    return event.id
