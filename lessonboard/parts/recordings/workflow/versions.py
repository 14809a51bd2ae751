"""The versions of a workflow: what was compiled, edited and undone, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.events import streams
from blackboard.views.rows import WorkflowRow

Json = Mapping[str, Any]
_EDITED = "workflow.edited"
_TYPES = ["workflow.compiled", _EDITED]


class Version(NamedTuple):
    """A version of a workflow.

    Attributes:
        event: the id of the event that made it.
        actor: who did it.
        at: when, in microseconds since 1970.
        document: what the event holds.
        is_edit: whether it was edited, not compiled.
        undoes: the event that it undoes; empty for others.
        base: of an edit, the event of the version that it was made from.
        reason: as given with an edit.
    """

    event: str
    actor: str
    at: int
    document: Json
    is_edit: bool = False
    undoes: str = ""
    base: str = ""
    reason: str = ""


def versions(board: Board, recording: str) -> list[Version]:
    """The versions of a recording's workflow, oldest first."""
    from blackboard.events.upcast import current

    found = []
    for event in board.read(stream=streams.recording(recording), types=_TYPES):
        payload = current(event)
        if payload is not None:
            found.append(Version(
                event.id, event.actor or "", event.occurred_at, payload["workflow"],
                event.type == _EDITED, payload.get("undoes", ""),
                payload.get("base", ""), payload.get("reason", ""),
            ))  # fmt: skip
    return found


def before_last_edit(found: Sequence[Version]) -> tuple[Version, Json]:
    """The edit that an undo undoes, and the document before it; an undo of an undo redoes.

    Raises:
        NotFound: nothing was edited.
    """
    last = next((each for each in reversed(found) if each.is_edit), None)
    before = next((each for each in found if last and each.event == last.base), None)
    if last is None or before is None:
        raise NotFound("there is no edit to undo")
    return last, before.document


def record_edit(
    board: Board,
    row: WorkflowRow,
    document: Json,
    *,
    actor: str = "human",
    undoes: str = "",
    reason: str = "",
) -> str:
    """Append an edit, and return its id.

    Args:
        board: the board with the workflow.
        row: the workflow as it is in force.
        document: as it is to be, without faults.
        actor: who edited it.
        undoes: the edit that it undoes.
        reason: why.
    """
    from blackboard.events.recording import WorkflowEdited

    payload = WorkflowEdited(
        recording=row["id"], workflow=dict(document), base=row["event"], undoes=undoes,
        reason=reason,
    )  # fmt: skip
    [event] = board.record(payload, actor=actor, project=row["project"])
    return event.id
