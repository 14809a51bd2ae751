"""Decide what happens to work items: pure functions from rows and a time to event payloads."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from blackboard.events.work import (
    WorkClaimed,
    WorkFailed,
    WorkQuarantined,
    WorkReleased,
)
from blackboard.views.view import Row
from scheduler.work.item import Item, LeaseLost

_BASE: dict[str, float] = {"P1": 100, "P2": 40, "P3": 10}
_MOST_FOR_AGE = 50.0
_HOUR = 3_600_000_000

_FIRST_RETRY, _LONGEST_RETRY = 30, 3_600  # seconds

MOST_ATTEMPTS = 3
"""After so many failed attempts an item waits for a person."""


def item_id(now: int, fresh: str) -> str:
    """A short id of an item that is created now, made of a fresh id of an event.

    It begins with the second, so that items that are claimed together have their events and rows
    beside one another: ten at a time, a third fewer pages are written than with random ids.

    >>> item_id(1_700_000_000_000_000, "018bcfe5-6800-7b1c-9d2e-3f4a5b6c7d8e")
    'work-6553f1006c7d8e'
    """
    return f"work-{now // 1_000_000:08x}{fresh[-6:]}"


def rank(row: Row, now: int) -> float:
    """An item's urgency: its priority, plus a point per hour of waiting, up to 50."""
    hours: float = max(0, now - row["created_at"]) / _HOUR
    return _BASE[row["priority"]] + min(_MOST_FOR_AGE, hours)


def choose(ready: Iterable[Row], now: int, limit: int) -> list[Row]:
    """The most urgent items, the older first where equal."""
    return sorted(ready, key=lambda row: (-rank(row, now), row["created_at"], row["place"]))[:limit]


def claim(rows: Sequence[Row], worker: str, expires_at: int) -> list[WorkClaimed]:
    """A claim event for each item."""
    return [
        WorkClaimed(
            item=row["item"],
            worker=worker,
            attempt=row["attempts"] + 1,
            lease_expires_at=expires_at,
        )
        for row in rows
    ]


def expire(row: Row) -> list[WorkReleased | WorkQuarantined]:
    """The events of an expired lease: released for another attempt, or quarantined."""
    worker, attempts = row["worker"] or "", row["attempts"]
    if attempts >= MOST_ATTEMPTS:
        reason = f"its worker died or hung in attempt {attempts}; that was {worker}"
        return [WorkQuarantined(item=row["item"], reason=reason)]
    return [WorkReleased(item=row["item"], worker=worker, reason="the lease ran out")]


def fail(item: Item, reason: str, now: int, *, retry: bool) -> list[WorkFailed | WorkQuarantined]:
    """The events of a failed attempt: a retry later, or quarantine."""
    again = retry and item.attempt < MOST_ATTEMPTS
    failed = WorkFailed(
        item=item.id,
        worker=item.worker,
        attempt=item.attempt,
        reason=reason,
        retry_at=now + backoff(item.id, item.attempt) if again else None,
    )
    if again:
        return [failed]
    failure = f"failed in attempt {item.attempt}" if retry else "cannot succeed"
    return [failed, WorkQuarantined(item=item.id, reason=f"{failure}: {reason}")]


def backoff(item: str, attempt: int) -> int:
    """Microseconds until the next attempt: exponential, with a jitter of up to 50 % from the item's
    id.
    """
    wait = min(_LONGEST_RETRY, _FIRST_RETRY * 2 ** (attempt - 1)) * 1_000_000
    spread = int(hashlib.sha256(f"{item}:{attempt}".encode()).hexdigest()[:4], 16) / 0xFFFF
    return int(wait * (1 + spread / 2))


def require_held(row: Row | None, item: Item) -> None:
    """Refuse a report on an item that the worker no longer holds.

    The lease's expiry is compared too, because attempts count from 1 again after a person retries
    an item.

    Raises:
        LeaseLost: the item was released, finished or claimed by another worker.
    """
    claim = (item.worker, item.attempt, item.lease_expires_at)
    held = (
        row is not None
        and row["state"] == "claimed"
        and (row["worker"], row["attempts"], row["lease_expires_at"]) == claim
    )
    if not held:
        state = "gone" if row is None else row["state"]
        raise LeaseLost(
            f"{item.id} is no longer held by {item.worker} (attempt {item.attempt}): "
            f"it is {state} now; what was done is not counted"
        )
