"""Switching guards on and off: the decisions, each an event."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Literal

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.events.guard import GuardDisabled, GuardEnabled, GuardRestored
from blackboard.events.payload import new
from blackboard.views.compiled import is_resting
from blackboard.views.guards import is_prohibition
from blackboard.views.rows import GuardRow, LessonRow
from reflect.guards.decide import GuardBacktest, backtest, best_form, objection_to_lesson
from reflect.guards.prohibiting import Weighed, confirm, objection, weigh
from reflect.guards.uses import uses_of_lessons

By = Literal["human", "settings"]
_OFFERED = ("proposed", "qualified")
"""Guards that no one decided on."""


class NotAGuard(BoardError):
    """A lesson cannot be a guard."""

    def __init__(self, lesson: str, why: str) -> None:
        super().__init__(f"{lesson} cannot be a guard: {why}")


def examine(board: Board, lesson: LessonRow) -> tuple[GuardBacktest, str]:
    """What a lesson would have refused on this board, and why it cannot be a guard, if so."""
    found, why = best_form(lesson, uses_of_lessons(board, [lesson])[lesson["id"]])
    return backtest(lesson, found.form, found.uses), why


def switch_on(board: Board, lesson: LessonRow) -> GuardBacktest | Weighed:
    """Let a lesson refuse what it warns of, because a person says so.

    What the person forbade needs no failures: `Weighed` says how often it was done, see `weigh`.

    Raises:
        NotAGuard: it does not qualify.
    """
    found, why = examine(board, lesson)
    if why and (weighed := weigh(board, lesson, time.time_ns() // 1000)):
        return _confirmed(board, weighed)
    if why:
        raise NotAGuard(lesson["id"], why)
    with board.transaction():
        _enable(board, found, "human")
    return found


def _confirmed(board: Board, weighed: Weighed) -> Weighed:
    if why := objection(weighed.lesson):
        raise NotAGuard(weighed.lesson["id"], why)
    with board.transaction():
        confirm(board, weighed)
    return weighed


def switch_off(board: Board, lesson: str, reason: str = "") -> bool:
    """Let a guard refuse nothing more; whether that changed anything."""
    with board.transaction():
        row = guard_of(board, lesson)
        if row is None or row["state"] == "off":
            return False
        board.record(
            GuardDisabled(lesson=lesson, reason=reason), actor="human", project=row["project"]
        )
    return True


def undo(board: Board, lesson: str, event: str) -> bool:
    """Leave a guard as if a decision about it had not been made; whether there was one."""
    with board.transaction():
        row = guard_of(board, lesson)
        if row is None or all(each["event"] != event for each in row["decisions"]):
            return False
        payload = GuardRestored(lesson=lesson, undone=event)
        board.record(payload, actor="human", project=row["project"], key=f"undo:{event}")
    return True


def switch_on_qualified(board: Board) -> list[str]:
    """Switch on all lessons that qualify and were never a guard: the ids of those.

    What a person switched off, or what retired, stays off; so does what others contradict.
    """
    known = {row["id"] for row in board.view("guards") if row["state"] not in _OFFERED}
    rows = board.view("lessons", where={"status": "approved", "author": ""}, order="id")
    new_ones = [row for row in rows if row["id"] not in known and not row["contradicts"]]
    forms = uses_of_lessons(board, new_ones)
    found: list[GuardBacktest] = []
    for row in new_ones:
        best, why = best_form(row, forms[row["id"]])
        if not why:
            found.append(backtest(row, best.form, best.uses))
    with board.transaction():
        for each in found:
            _enable(board, each, "settings")
    return [each.lesson["id"] for each in found]


def guard_of(board: Board, lesson: str) -> GuardRow | None:
    """The guard of a lesson, if it ever was one."""
    return next(iter(board.view("guards", where={"id": lesson})), None)


def _enable(board: Board, found: GuardBacktest, by: By) -> None:
    lesson, form = found.lesson, found.form
    payload = GuardEnabled(
        lesson=lesson["id"],
        by=by,
        rule=lesson["constraint"],
        wrong=list(form.wrong.parts) if form.wrong else [],
        right=list(form.right.parts) if form.right else [],
        paths=list(form.paths),
        places=[] if form.paths else found.places,
        failed=found.as_json()["failed"],
        uses=_known(found),
    )
    board.append([new(payload, project=lesson["project"], actor=by)])


def _known(found: GuardBacktest) -> int:
    """The uses whose end is known."""
    return sum(each.ending != "unclear" for each in found.uses)


def resting(board: Board, guards: Iterable[GuardRow]) -> dict[str, str]:
    """Why guards that are on refuse nothing at present, by lesson: their lesson changed since."""
    some = [row for row in guards if row["state"] == "on"]
    rows = board.view("lessons", where={"id": [row["id"] for row in some]}) if some else []
    lessons = {row["id"]: row for row in rows}
    return {row["id"]: why for row in some if (why := _why_rests(row, lessons.get(row["id"])))}


def _why_rests(guard: GuardRow, lesson: LessonRow | None) -> str:
    if lesson is None:
        return "its lesson is gone"
    if lesson["constraint"] != guard["rule"]:
        return "its lesson has other words now; switch it on again"
    if is_resting(lesson):
        return f"{lesson['compiled'].get('file', 'the repository')} has its check"
    return objection_to_lesson(lesson, is_prohibition=is_prohibition(guard))
