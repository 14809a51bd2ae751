"""Decisions of a person about lessons and insights: each an event, and each can be taken back."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from pydantic import ValidationError

from blackboard import Board, BoardError, ids
from blackboard.event import NewEvent
from blackboard.events.insight import InsightPromoted, InsightRestored, InsightRetired
from blackboard.events.lesson import (
    LessonApproved,
    LessonPromoted,
    LessonRejected,
    LessonRestored,
    LessonRetired,
    LessonRevised,
)
from blackboard.events.payload import PayloadModel, new
from blackboard.redaction.redact import redact_all
from blackboard.views.view import Row

Payload = TypeVar("Payload", bound=PayloadModel)
View = Literal["lessons", "insights"]
_NAMES: dict[View, str] = {"lessons": "lesson", "insights": "insight"}
ACTOR = "human"


class NothingToUndo(BoardError):
    """There is no decision, or not the one named, that could be taken back."""


class Unusable(BoardError):
    """What a person wrote cannot be kept: it is empty, too long, or no text."""


def approve(board: Board, row: Row, reason: str = "") -> None:
    """Stand behind a lesson."""
    _say(board, row, "lessons", _made(LessonApproved, row, by="human", reason=reason))


def reject(board: Board, row: Row, reason: str = "") -> None:
    """Call a lesson wrong or useless; it is offered no more."""
    _say(board, row, "lessons", _made(LessonRejected, row, reason=reason))


def revise(board: Board, row: Row, reason: str = "", **words: Any) -> bool:
    """Replace some of a lesson's words; False when they are what they were."""
    given = _made(LessonRevised, row, reason=reason, **words)
    same = {name: None for name in words if getattr(given, name) == row[name]}
    if len(same) == len(words):
        return False
    _say(board, row, "lessons", given.model_copy(update=same))
    return True


def retire(board: Board, row: Row, view: View, reason: str = "") -> None:
    """Offer a lesson or insight no more: it was right once."""
    model = LessonRetired if view == "lessons" else InsightRetired
    _say(board, row, view, _made(model, row, reason=reason))


def promote(board: Board, row: Row, view: View, reason: str = "") -> None:
    """Say that a lesson or insight holds in every project."""
    model = LessonPromoted if view == "lessons" else InsightPromoted
    _say(board, row, view, _made(model, row, reason=reason))


def undo(board: Board, row: Row, view: View, event: str | None = None) -> dict[str, Any]:
    """Take back the last decision about a row, or the one that an event told.

    Returns:
        The decision, as the row remembered it.

    Raises:
        NothingToUndo: there is no such decision.
    """
    remembered: list[dict[str, Any]] = row["decisions"]
    named = [each for each in remembered if event in (None, each["event"])]
    decision: dict[str, Any] | None = named[-1] if named else None
    if decision is None:
        asked = f"decision {event!r}" if event else "decision"
        raise NothingToUndo(
            f"there is no {asked} about {row['id']} to take back; "
            f"`lessonboard {_NAMES[view]} show {row['id']}` lists them"
        )
    model = LessonRestored if view == "lessons" else InsightRestored
    payload = _made(model, row, undone=decision["event"])
    _say(board, row, view, payload, key=f"undo:{decision['event']}")
    return decision


def _made(model: type[Payload], row: Row, **said: Any) -> Payload:
    """What is told of a row, without secrets.

    Raises:
        Unusable: with the first field that cannot be kept, and why.
    """
    subject = "lesson" if "lesson" in model.model_fields else "insight"
    try:
        return model.model_validate({subject: row["id"], **redact_all(said).value})
    except ValidationError as error:
        problem = error.errors()[0]
        name = str(problem["loc"][0]).replace("_", " ")
        raise Unusable(f"could not keep the {name} as it is: {problem['msg']}") from error


def _say(board: Board, row: Row, view: View, payload: PayloadModel, key: str = "") -> None:
    stream = f"{_NAMES[view]}:{row['id']}"
    event: NewEvent = new(
        payload,
        stream=stream,
        project=row["project"],
        actor=ACTOR,
        id=ids.derived(stream, key) if key else None,
    )
    board.append([event])
