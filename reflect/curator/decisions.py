"""A person's decisions on lessons and insights: each is an event, and each can be undone."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import ValidationError

from blackboard import Board, BoardError, ids
from blackboard.event import NewEvent
from blackboard.events.insight import (
    InsightApproved,
    InsightPromoted,
    InsightRestored,
    InsightRetired,
)
from blackboard.events.lesson import (
    LessonApproved,
    LessonPromoted,
    LessonRejected,
    LessonRestored,
    LessonRetired,
    LessonRevised,
)
from blackboard.events.payload import PayloadModel, new
from blackboard.sources.redact import redact_all
from blackboard.views.view import Row
from reflect.finding import View

Payload = TypeVar("Payload", bound=PayloadModel)
_NAMES: dict[View, str] = {"lessons": "lesson", "insights": "insight"}
ACTOR = "human"


class NothingToUndo(BoardError):
    """There is no such decision to undo."""


class Unusable(BoardError):
    """A person's text cannot be stored: it is empty, too long, or not text."""


def approve(board: Board, row: Row, reason: str = "", view: View = "lessons") -> None:
    """Approve a lesson or insight."""
    model = LessonApproved if view == "lessons" else InsightApproved
    _append(board, row, view, _payload(model, row, by="human", reason=reason))


def reject(board: Board, row: Row, reason: str = "") -> None:
    """Reject a lesson as wrong or useless; it is not shown any more."""
    _append(board, row, "lessons", _payload(LessonRejected, row, reason=reason))


def revise(board: Board, row: Row, reason: str = "", **words: Any) -> bool:
    """Replace parts of a lesson's text; False if nothing changes."""
    payload = _payload(LessonRevised, row, reason=reason, **words)
    unchanged = {name: None for name in words if getattr(payload, name) == row[name]}
    if len(unchanged) == len(words):
        return False
    _append(board, row, "lessons", payload.model_copy(update=unchanged))
    return True


def retire(board: Board, row: Row, view: View, reason: str = "") -> None:
    """Retire a lesson or insight that was right once; it is not shown any more."""
    model = LessonRetired if view == "lessons" else InsightRetired
    _append(board, row, view, _payload(model, row, reason=reason))


def promote(board: Board, row: Row, view: View, reason: str = "") -> None:
    """Promote a lesson or insight to every project."""
    model = LessonPromoted if view == "lessons" else InsightPromoted
    _append(board, row, view, _payload(model, row, reason=reason))


def undo(board: Board, row: Row, view: View, event: str | None = None) -> dict[str, Any]:
    """Undo the last decision on a row, or the one of a given event.

    Returns:     The decision, as recorded in the row.

    Raises:
        NothingToUndo: there is no such decision.
    """
    decisions: list[dict[str, Any]] = row["decisions"]
    matching = [entry for entry in decisions if event in (None, entry["event"])]
    decision: dict[str, Any] | None = matching[-1] if matching else None
    if decision is None:
        asked = f"decision {event!r}" if event else "decision"
        raise NothingToUndo(
            f"there is no {asked} about {row['id']} to take back; "
            f"`lessonboard {_NAMES[view]} show {row['id']}` lists them"
        )
    model = LessonRestored if view == "lessons" else InsightRestored
    payload = _payload(model, row, undone=decision["event"])
    _append(board, row, view, payload, key=f"undo:{decision['event']}")
    return decision


def _payload(model: type[Payload], row: Row, **fields: Any) -> Payload:
    """A payload about a row, redacted.

    Raises:
        Unusable: the message names the first invalid field, and why.
    """
    subject = "lesson" if "lesson" in model.model_fields else "insight"
    try:
        return model.model_validate({subject: row["id"], **redact_all(fields).value})
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0]).replace("_", " ")
        raise Unusable(f"could not keep the {name} as it is: {problem['msg']}") from error


def _append(board: Board, row: Row, view: View, payload: PayloadModel, key: str = "") -> None:
    stream = f"{_NAMES[view]}:{row['id']}"
    event: NewEvent = new(
        payload,
        stream=stream,
        project=row["project"],
        actor=ACTOR,
        id=ids.derived(stream, key) if key else None,
    )
    board.append([event])
