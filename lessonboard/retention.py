"""Retention: forgetting the oldest sessions by the limits that a person set and confirmed.

Nothing is forgotten that a lesson, insight, guard or decision which is in force rests on: such a
session is kept whole. What is forgotten goes the way of `lessonboard forget`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import chain

from blackboard import Board
from blackboard.events.catalogue import SETTINGS
from blackboard.events.streams import root_of
from blackboard.forgetting import Plan, forget, plan_of_sessions
from blackboard.log import Progress
from blackboard.retention import Kept, chosen, excess
from blackboard.views.lessons import ACTIVE_STATUSES
from lessonboard.bootstrap import App
from lessonboard.config import RetentionTable
from lessonboard.erasing import erase_beside
from lessonboard.places import runs_folder
from lessonboard.retention_limits import in_words, is_confirmed, reason

_ACTOR = "retention"
_READER = "retention day"
_DAY = 86_400_000_000
_MEGABYTE = 1_000_000

_USES = frozenset({
    "guard.refused", "guard.resolved", "guard.asked", "guard.answered", "lesson.obeyed",
    "lesson.fitted", "lesson.recurred", "lesson.withheld", "lesson.announced", "lesson.measured",
    "lesson.disputed",
})  # fmt: skip
"""Events of lessons and guards that say what became of them, and on which they do not rest."""


def due(board: Board, settings: RetentionTable, now: int, progress: Progress | None = None) -> Plan:
    """Return what the limits would erase now.

    Args:
        board: the board.
        settings: the limits.
        now: microseconds since 1970.
        progress: called with the position that a search for citations has come to.
    """
    streams = board.local.volume.sessions()
    before = None if settings.days is None else now - settings.days * _DAY
    limit = None if settings.megabytes is None else settings.megabytes * _MEGABYTE
    too_much = excess(sum(each.size for each in streams), board.local.volume.size(), limit)
    kept = _cited(board) | {root_of(each.session) for each in streams if each.is_a_colleagues}
    sessions = _sessions(board)
    while True:
        plan = plan_of_sessions(board, chosen(sessions, kept, before, too_much), progress)
        if not (more := _rested_on(board, plan)):
            return plan
        kept |= more


def apply(app: App, board: Board) -> int:
    """Forget what is due, at most once a day, as the worker does; return how many events."""
    settings, now = app.config.retention, time.time_ns() // 1000
    if not in_words(settings) or app.address or board.reader_position(_READER) >= now // _DAY:
        return 0
    if not is_confirmed(board, settings):
        return 0
    board.remember_reader(_READER, now // _DAY)
    return len(_carry_out(app, board, due(board, settings, now)))


def _carry_out(app: App, board: Board, plan: Plan) -> list[str]:
    """Erase what a plan says; return the ids of the events."""
    if not plan.events:
        return []
    erase_beside(board, app.path, plan, runs_folder())
    return forget(board, plan, reason=reason(app.config.retention), actor=_ACTOR)


def _sessions(board: Board) -> list[Kept]:
    """Return the sessions that have text, each with its subagents."""
    sizes, ends = dict[str, int](), dict[str, int]()
    for each in board.local.volume.sessions():
        name = root_of(each.session)
        sizes[name] = sizes.get(name, 0) + each.size
    for row in board.view("sessions"):
        name = root_of(row["id"])
        ends[name] = max(ends.get(name, 0), row["last_at"])
    return [Kept(name, ends[name], size) for name, size in sizes.items() if name in ends]


def _in_force(board: Board) -> tuple[set[str], set[str]]:
    """Return the ids of the lessons and of the insights that are in force.

    A colleague's lesson counts whatever its status.
    """
    guards = {row["id"] for row in board.view("guards", where={"state": ("on", "proposed")})}
    lessons = {
        row["id"]
        for row in board.view("lessons")
        if row["status"] in ACTIVE_STATUSES or row["author"] or row["id"] in guards
    }
    insights = {row["id"] for row in board.view("insights", where={"status": ACTIVE_STATUSES})}
    return lessons, insights


def _cited(board: Board) -> set[str]:
    """Return the sessions that lessons and insights in force name as their evidence."""
    lessons, insights = _in_force(board)
    rows = chain(
        (row for row in board.view("lessons") if row["id"] in lessons),
        (row for row in board.view("insights") if row["id"] in insights),
    )
    return {root_of(name) for row in rows for name in _sessions_in(dict(row))}


def _sessions_in(row: dict[str, object]) -> Iterator[str]:
    sessions, evidence = row.get("sessions"), row.get("evidence")
    yield from sessions if isinstance(sessions, list) else ()
    for each in evidence if isinstance(evidence, list) else ():
        if each.get("session"):
            yield each["session"]


def _rested_on(board: Board, plan: Plan) -> set[str]:
    """Return the sessions because of which something in force would fall, however it cites them."""
    lessons, insights = _in_force(board)
    kept = {f"lesson:{name}" for name in lessons} | {f"insight:{name}" for name in insights}
    kept |= {f"guard:{name}" for name in lessons}
    because_of = plan.reach.because_of
    falling = [
        each.id
        for each in board.local.volume.places(because_of)
        if each.type in SETTINGS or (each.stream in kept and each.type not in _USES)
    ]
    roots = {because_of[name] for name in falling}
    return {name for each in board.local.volume.places(roots) for name in each.sessions}
