"""Two moments compared: what was known, approved and shown at each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.event import iso
from blackboard.views.rows import LessonRow
from lessonboard.pages.page import Asked, Shown
from lessonboard.parts.web.history import position_of

_MOST = 200
_WEEK = 7 * 86_400_000_000


class Moment(NamedTuple):
    """What the board held at a position."""

    position: int
    at: int
    lessons: Mapping[str, LessonRow]
    approved: int
    told: int
    sessions: int


class Difference(NamedTuple):
    """A lesson whose state differs; None where it was not known."""

    before: LessonRow | None
    after: LessonRow | None


def compare(asked: Asked) -> Shown:
    """The first moment beside the second, which is now where none is given."""
    given = asked.query.get("first", ""), asked.query.get("last", "")
    if not given[0]:
        week_ago = iso(asked.now - _WEEK)[:16]
        return Shown("compare.html", {"given": (week_ago, ""), "found": None, "changes": []})
    found = [_at(asked, each) for each in given]
    if found[0].position > found[1].position:
        found.reverse()
        given = given[1], given[0]
    changes = _changes(found[0].lessons, found[1].lessons)
    return Shown("compare.html", {"given": given, "found": found, "changes": changes})


def _at(asked: Asked, text: str) -> Moment:
    position = position_of(asked.board, {"as-of": text})
    if position is None:
        return _moment(asked.board, asked.as_of)
    with asked.past(position) as past:
        return _moment(past, position)


def _moment(board: Board, position: int | None) -> Moment:
    reached = board.log.head() if position is None else position
    at = max((each.recorded_at for each in board.read(max(reached, 1) - 1, limit=1)), default=0)
    lessons = {row["id"]: row for row in board.view("lessons")}
    return Moment(
        reached,
        at,
        lessons,
        sum(row["status"] == "approved" for row in lessons.values()),
        sum(row["injected"] for row in board.view("accounts")),
        len(board.keys("sessions")),
    )


def _changes(before: Mapping[str, LessonRow], after: Mapping[str, LessonRow]) -> list[Difference]:
    """The lessons whose state differs, those that were decided on first."""
    found = [Difference(before.get(name), after.get(name)) for name in {**before, **after}
             if _told(before.get(name)) != _told(after.get(name))]  # fmt: skip
    return sorted(found, key=lambda each: (each.before is None, _key(each)))[:_MOST]


def _told(row: LessonRow | None) -> Any:
    return row and (row["constraint"], row["status"], row["scope"], row["freshness"])


def _key(each: Difference) -> tuple[str, str]:
    row: Any = each.after or each.before
    return row["status"], row["id"]
