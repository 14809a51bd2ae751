"""Whether work is progressing: waiting items, and the time of the last activity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from blackboard import Board
from blackboard.event import Event, iso
from blackboard.views.rows import WorkRow
from lessonboard.doctor.board import folded
from lessonboard.doctor.diagnosis import Diagnosis, ago
from lessonboard.present.text import counted

_LONG = 3_600_000_000
_LAST = {
    "lesson shown to an agent": "context.injected",
    "reflection": "reflection.completed",
}


def look(board: Board, now: int) -> Iterator[Diagnosis]:
    """Stuck work, then the last activities."""
    if board.lag() is not None:
        yield _work(board, now)
    yield _activity(board, now)


def _work(board: Board, now: int) -> Diagnosis:
    set_aside = len(folded(board, "work", state="quarantined"))
    stuck = len(_stuck(board)) if set_aside else 0
    ready = [row for row in folded(board, "work", state="ready") if row["not_before"] <= now]
    oldest = max((now - max(row["last_at"], row["not_before"]) for row in ready), default=0)
    claimed = folded(board, "work", state="claimed")
    lost = sum((row["lease_expires_at"] or 0) + _LONG < now for row in claimed)
    details = {
        "ready": len(ready),
        "claimed": len(claimed),
        "quarantined": set_aside,
        "stuck": stuck,
        "lost": lost,
        "oldest_wait_minutes": oldest // 60_000_000,
    }
    parts = [
        f"{counted(len(ready), 'item')} for the next worker" if ready else "",
        f"{len(claimed)} being done" if claimed else "",
        f"{set_aside} given up after failures" if set_aside else "",
        f"{stuck} waiting for those" if stuck else "",
    ]
    found = ", ".join(filter(None, parts)) or "nothing waits"
    if oldest > _LONG or lost:
        waited = f"; the oldest waits for {ago(oldest)}" if oldest > _LONG else (
            "; a worker ended before it was done")  # fmt: skip
        advice = "No worker seems to run: `lessonboard admin worker --until-idle` does it now."
        return Diagnosis("work", "note", found + waited, advice, details)
    if set_aside:
        advice = "See why with `lessonboard admin queue --state quarantined`."
        return Diagnosis("work", "note", found, advice, details)
    return Diagnosis("work", "good", found, details=details)


def _stuck(board: Board) -> dict[str, list[str]]:
    from scheduler.work.stuck import CONCERNED, stuck

    rows = [row for state in CONCERNED for row in folded(board, "work", state=state)]
    return stuck(cast("list[WorkRow]", rows))


def _activity(board: Board, now: int) -> Diagnosis:
    """Return when the last message, injection and reflection happened, by their own times.

    The message imported last may be a year old, so sessions know the newest; while their view
    awaits a rebuild nothing is said of messages.
    """
    last = {name: _last(board, type_) for name, type_ in _LAST.items()}
    times = {name: event and event.occurred_at for name, event in last.items()}
    if board.lag() is not None:
        ends = (row["last_at"] for row in folded(board, "sessions") if row["total_messages"])
        times = {"message": max(ends, default=None), **times}
    found = [
        f"last {name} {ago(max(0, now - at))} ago" if at else f"no {name} yet"
        for name, at in times.items()
    ]
    details = {name: at and iso(at) for name, at in times.items()}
    return Diagnosis("activity", "good", "; ".join(found), details=details)


def _last(board: Board, type_: str) -> Event | None:
    """Return the last event of a type, by binary search, because the log is only read forwards."""
    low, high = 0, board.log.head()
    found: Event | None = None
    while low < high:
        middle = (low + high) // 2
        after = next(board.log.read(middle, types=[type_], limit=1), None)
        if after is None:
            high = middle
        else:
            low, found = after.position, after
    return found
