"""What was decided about a lesson or insight, be it of its guard or where it is muted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from blackboard import Board, Event
from blackboard.events import streams
from blackboard.events.guard import GuardRestored
from blackboard.events.insight import InsightRestored
from blackboard.events.lesson import LessonReconciled, LessonRestored
from blackboard.events.mute import LessonMuted
from blackboard.views.rows import RuleRow
from lessonboard import muting
from lessonboard.present.text import happened
from reflect.curator import decisions
from reflect.guards import switching

_MOST = 60


class Decided(NamedTuple):
    """A decision; `event` is the one that an undo names, empty where it cannot be undone."""

    at: int
    what: str
    by: str
    reason: str
    event: str


def decided(board: Board, row: RuleRow) -> list[Decided]:
    """Return the decisions about a row, and what was undone of them, latest first."""
    found = [*_latest_last(board, row), *_undone(board, row)]
    return sorted(found, key=lambda each: each.at)[::-1][:_MOST]


def beside(board: Board, row: RuleRow) -> list[Decided]:
    """Return the decisions about the guard of a lesson, and where it is muted, oldest first."""
    if "constraint" not in row:
        return []
    guard = switching.guard_of(board, row["id"])
    of_guard = [_of_row(each, "guard ") for each in guard["decisions"]] if guard else []
    return sorted([*of_guard, *_of_mutes(board, row["id"])], key=lambda each: each.at)


def undoable(board: Board, row: RuleRow) -> list[str]:
    """Return the events that `undo` undoes, the last one last."""
    return [each.event for each in _latest_last(board, row) if each.event]


def undo(board: Board, row: RuleRow, event: str | None = None) -> str:
    """Undo the last decision about a row, or the one of a given event; return what it was.

    Raises:
        NothingToUndo: there is no such decision.
    """
    with board.transaction():
        found = [each for each in _latest_last(board, row) if each.event]
        matching = [each for each in found if event in (None, each.event)]
        if not matching:
            decisions.undo(board, row, event)  # says that there is none
        last, lesson = matching[-1], row["id"]
        if not (
            switching.undo(board, lesson, last.event) or muting.undo(board, lesson, last.event)
        ):
            decisions.undo(board, row, last.event)
    return last.what


def _latest_last(board: Board, row: RuleRow) -> list[Decided]:
    own = [_of_row(each) for each in row["decisions"]]
    return sorted([*own, *beside(board, row)], key=lambda each: each.at)


def _of_row(each: Mapping[str, Any], about: str = "") -> Decided:
    what = about + happened(each["type"])
    if each["type"] == LessonReconciled.type:
        what = f"holds beside {each['other']}"
    return Decided(each["at"], what, each["actor"], each.get("reason") or "", each["event"])


def _of_mutes(board: Board, lesson: str) -> Iterator[Decided]:
    """The last decision in each place can be undone."""
    made = muting.decided(board, lesson)
    last = {each.stream: each.id for each in made}
    for each in made:
        said = each.payload or {}
        done = "muted" if each.type == LessonMuted.type else "unmuted"
        what = f"{done} in {muting.Where(said.get('session'), said.get('project'))}"
        event = each.id if last[each.stream] == each.id else ""
        yield Decided(each.recorded_at, what, each.actor, said.get("reason") or "", event)


def _undone(board: Board, row: RuleRow) -> Iterator[Decided]:
    is_lesson = "constraint" in row
    stream = (streams.lesson if is_lesson else streams.insight)(row["id"])
    yield from map(
        _undoing(board),
        board.read(
            stream=stream, types=[LessonRestored.type if is_lesson else InsightRestored.type]
        ),
    )
    if is_lesson:
        yield from map(
            _undoing(board, "guard "),
            board.read(stream=streams.guard(row["id"]), types=[GuardRestored.type]),
        )


def _undoing(board: Board, about: str = "") -> Callable[[Event], Decided]:
    def said(event: Event) -> Decided:
        payload = event.payload or {}
        undone = board.log.get(payload["undone"]).type if payload else event.type
        what = f"undid: {about}{happened(undone)}"
        return Decided(event.recorded_at, what, event.actor, payload.get("reason") or "", "")

    return said
