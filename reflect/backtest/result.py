"""What a board's history says of its lessons: how much of what came back met one in time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.event import iso
from blackboard.storage.local import Happening
from blackboard.views.rows import LessonRow
from reflect.accounts.intervals import Share
from reflect.accounts.wilson import wilson
from reflect.backtest.figures import Met

HALF_YEAR = 26 * 7 * 86_400_000_000
"""Microseconds before the newest session that count, unless another time is asked for."""

FEWEST, SHORTEST = 10, 86_400_000_000
"""What came back, and the microseconds of history, below which counts are all that is said."""

EXAMPLES = 3
_LONGEST = 300
_KINDS = {"failure": "failures", "said again": "said_again", "broken": "broken"}


class Example(NamedTuple):
    """Something that came back: in which session, in which words, and the lesson about it."""

    session: str
    at: int
    what: str
    words: str
    lesson: str
    rule: str
    known_at: int | None
    met: str


@dataclass(frozen=True)
class Result:
    """The figures of a span of sessions.

    `holds_until` is the beginning of the first session that is still to be looked at, with `coming`
    sessions from there on; None where there is none.
    """

    sessions: int = 0
    first_at: int = 0
    last_at: int = 0
    rows: tuple[Happening, ...] = ()
    examples: tuple[Example, ...] = ()
    holds_until: int | None = None
    coming: int = 0
    _met: Mapping[Happening, Met] = field(default_factory=dict)

    def share(self, what: str | None = None, *how: Met) -> Share:
        """What came back, of one kind or of all, and met its lesson in one of these ways."""
        some = [each for each in self.rows if what in (None, each.what)]
        return Share(sum(self._met[each] in how for each in some), len(some))

    @property
    def is_enough(self) -> bool:
        """Whether there is enough for a percentage."""
        return len(self.rows) >= FEWEST and self.last_at - self.first_at >= SHORTEST

    def as_json(self) -> dict[str, Any]:
        """The figures and examples for other programs."""
        in_time = self.share(None, "in time")
        interval = wilson(in_time)
        by_kind = {name: self.share(what, "in time") for what, name in _KINDS.items()}
        return {
            "sessions": self.sessions,
            "from": iso(self.first_at) if self.sessions else None,
            "until": iso(self.last_at) if self.sessions else None,
            "came_back": in_time.total,
            "met_in_time": in_time.part,
            "met_in_time_interval": [round(interval.low, 4), round(interval.high, 4)]
            if self.is_enough else None,
            "met_beside_the_call": self.share(None, "beside").part,
            "known_but_not_shown": self.share(None, "not shown").part,
            "not_learnt": self.share(None, "not learnt").part,
            **{name: {"came_back": share.total, "met_in_time": share.part}
               for name, share in by_kind.items()},
            "examples": [{**each._asdict(), "at": iso(each.at),
                          "known_at": iso(each.known_at) if each.known_at else None}
                         for each in self.examples],
            "holds_until": iso(self.holds_until) if self.holds_until is not None else None,
            "still_to_come": self.coming,
        }  # fmt: skip


def result(
    board: Board, since: int | None = None, projects: Collection[str] | None = None
) -> Result:
    """The figures as they are in the table; nothing is looked at anew.

    Args:
        board: with sessions.
        since: those that began then or later; the half year before the newest one if not given.
        projects: of these alone.
    """
    where: dict[str, Any] = {"child": 0}
    if projects is not None:
        where["project"] = list(projects)
    rows = board.view("sessions", where=where, order="started_at")
    newest = max((row["last_at"] for row in rows), default=0)
    counted = [row for row in rows if row["started_at"] >= _begin(since, newest)]
    replayed = board.local.recurrences.sessions()
    there = {row["id"]: row for row in counted if row["id"] in replayed}
    coming = [row["started_at"] for row in counted if row["id"] not in replayed]
    if not there:
        return Result(holds_until=min(coming, default=None), coming=len(coming))
    back = [each for each in board.local.recurrences.came_back(0) if each.session in there]
    lessons = _lessons(board, back)
    met: dict[Happening, Met] = {each: _met(each, lessons) for each in back}
    return Result(
        len(there),
        min(row["started_at"] for row in there.values()),
        max(row["last_at"] for row in there.values()),
        tuple(back),
        tuple(_examples(board, back, met, lessons)),
        min(coming, default=None),
        len(coming),
        met,
    )


def _begin(since: int | None, newest: int) -> int:
    return newest - HALF_YEAR if since is None else since


def _lessons(board: Board, back: Iterable[Happening]) -> dict[str, LessonRow]:
    """The lessons that are about it, without those that somebody found wrong since."""
    names = sorted({each.lesson for each in back if each.lesson})
    rows = board.view("lessons", where={"id": names}) if names else []
    return {row["id"]: row for row in rows if row["status"] != "rejected"}


def _met(happening: Happening, lessons: Mapping[str, LessonRow]) -> Met:
    ways: Sequence[Met] = ("in time", "beside", "not shown")
    if happening.lesson not in lessons:
        return "not learnt"
    return next((way for way in ways if way == happening.met), "not learnt")


def _examples(
    board: Board,
    back: Sequence[Happening],
    met: Mapping[Happening, Met],
    lessons: Mapping[str, LessonRow],
) -> Iterator[Example]:
    """A few that met a lesson in time, else a few with one; each lesson once if it can be."""
    known = [each for each in back if each.lesson in lessons]
    some = [each for each in known if met[each] == "in time"] or known
    for each in _various(some)[:EXAMPLES]:
        rule = lessons[each.lesson]["constraint"]
        yield Example(each.session, each.at, each.what, _words(board, each), each.lesson, rule,
                      each.known_at, met[each])  # fmt: skip


def _various(some: Sequence[Happening]) -> list[Happening]:
    """The same, those first that add a lesson, then those that add a session."""
    lessons = {each.lesson: each for each in reversed(some)}
    sessions = {each.session: each for each in reversed(some)}
    ranks = [(each not in lessons.values(), each not in sessions.values()) for each in some]
    return [each for _, each in sorted(zip(ranks, some, strict=True), key=lambda pair: pair[0])]


def _words(board: Board, happening: Happening) -> str:
    """What came back, as it was said or run."""
    try:
        if happening.what == "failure":
            return board.row("failures", happening.event)["error"][:_LONGEST]
        payload = board.log.get(happening.event).payload or {}
    except NotFound:
        return ""
    said = payload.get("text") or payload.get("command") or " ".join(payload.get("paths", ()))
    return str(said)[:_LONGEST]
