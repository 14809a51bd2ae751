"""Decisions of a person about lessons and insights: each an event, and each can be taken back."""

from __future__ import annotations

from typing import Any, Literal

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
from blackboard.views.view import Row

View = Literal["lessons", "insights"]
_NAMES: dict[View, str] = {"lessons": "lesson", "insights": "insight"}
ACTOR = "human"


class NothingToUndo(BoardError):
    """There is no decision, or not the one named, that could be taken back."""


def approve(board: Board, row: Row, reason: str = "") -> None:
    """Stand behind a lesson."""
    _say(board, row, "lessons", LessonApproved(lesson=row["id"], by="human", reason=reason))


def reject(board: Board, row: Row, reason: str = "") -> None:
    """Call a lesson wrong or useless; it is offered no more."""
    _say(board, row, "lessons", LessonRejected(lesson=row["id"], reason=reason))


def revise(board: Board, row: Row, reason: str = "", **words: Any) -> bool:
    """Replace some of a lesson's words; False when they are what they were."""
    changed = {name: value for name, value in words.items() if value != row[name]}
    if changed:
        payload = LessonRevised(lesson=row["id"], reason=reason, **changed)
        _say(board, row, "lessons", payload)
    return bool(changed)


def retire(board: Board, row: Row, view: View, reason: str = "") -> None:
    """Offer a lesson or insight no more: it was right once."""
    payload: PayloadModel = (
        LessonRetired(lesson=row["id"], reason=reason)
        if view == "lessons"
        else InsightRetired(insight=row["id"], reason=reason)
    )
    _say(board, row, view, payload)


def promote(board: Board, row: Row, view: View, reason: str = "") -> None:
    """Say that a lesson or insight holds in every project."""
    payload: PayloadModel = (
        LessonPromoted(lesson=row["id"], reason=reason)
        if view == "lessons"
        else InsightPromoted(insight=row["id"], reason=reason)
    )
    _say(board, row, view, payload)


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
    payload: PayloadModel = (
        LessonRestored(lesson=row["id"], undone=decision["event"])
        if view == "lessons"
        else InsightRestored(insight=row["id"], undone=decision["event"])
    )
    _say(board, row, view, payload, key=f"undo:{decision['event']}")
    return decision


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
