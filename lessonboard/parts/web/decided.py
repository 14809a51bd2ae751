"""What was decided about a lesson or insight: what holds, what was undone, and the rest."""

from __future__ import annotations

from typing import NamedTuple

from blackboard import Board, Event
from blackboard.events import streams
from blackboard.events.insight import InsightRestored
from blackboard.events.lesson import (
    LessonPinned,
    LessonReconciled,
    LessonResting,
    LessonRestored,
    LessonUnpinned,
    LessonWoken,
)
from blackboard.views.rows import RuleRow
from lessonboard.present.text import happened
from reflect.finding import View

_UNDONE = (LessonRestored.type, InsightRestored.type)
_BESIDE = (*_UNDONE, LessonPinned.type, LessonUnpinned.type, LessonReconciled.type,
           LessonResting.type, LessonWoken.type)  # fmt: skip
_MOST = 60


class Decided(NamedTuple):
    """A decision; `event` is the one that an undo names, empty where it cannot be undone."""

    at: int
    what: str
    by: str
    reason: str
    event: str


def decided(board: Board, row: RuleRow, view: View) -> list[Decided]:
    """The decisions about a row, latest first."""
    stream = (streams.lesson if view == "lessons" else streams.insight)(row["id"])
    stands = [Decided(each["at"], happened(each["type"]), each["actor"], each.get("reason") or "",
                      each["event"]) for each in row["decisions"]]  # fmt: skip
    beside = [_beside(board, event) for event in board.read(stream=stream, types=_BESIDE)]
    return sorted([*stands, *beside], key=lambda each: -each.at)[:_MOST]


def _beside(board: Board, event: Event) -> Decided:
    said = event.payload or {}
    what = happened(event.type)
    if event.type in _UNDONE and said:
        what = f"undid: {happened(board.log.get(said['undone']).type)}"
    if event.type == LessonReconciled.type and said:
        what = f"holds beside {said['other']}"
    return Decided(event.occurred_at, what, event.actor, said.get("reason") or "", "")
