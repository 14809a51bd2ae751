"""Work: one row per item, with its standing in the queue and how its attempts went.

`place` is where an item stands among those that are ready; `queue` is the same while it is, so
that an index on it holds what may be claimed and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, OBJECT, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Reduce, Row, View


def queue_place(priority: str, created_at: int, position: int) -> str:
    """Where an item stands when it is ready: sorts by priority, by age, then by its event.

    While a clock that was put back catches up, all events are recorded at one time; only their
    positions still tell which came first.

    >>> queue_place("P2", 5, 9) < queue_place("P2", 40, 7) < queue_place("P2", 40, 8)
    True
    >>> queue_place("P2", 40, 8) < queue_place("P3", 1, 2)
    True
    """
    return f"{priority}:{created_at:020d}:{position:012d}"


def _blank(item: str) -> Row:
    """An item that others wait for, before it was created itself."""
    row: Row = dict.fromkeys(WORK.columns)
    lists: Row = {"depends_on": [], "waiting_for": [], "dependents": []}
    texts: Row = {"input": {}, "outcome": {}, "attempts": 0}
    return {**row, **lists, **texts, "item": item, "state": "unknown"}


def _create(row: Row | None, event: Event) -> Row | None:
    made: dict[str, Any] = event.payload or {}
    if row is None:
        return None
    if row["item"] != made["item"]:
        return {**row, "dependents": [*row["dependents"], made["item"]]}
    if row["state"] != "unknown":
        return row  # created once; telling it again changes nothing
    priority = made.get("priority", "P2")
    made_row = {
        **row,
        "kind": made["kind"],
        "project": event.project,
        "priority": priority,
        "place": queue_place(priority, event.occurred_at, event.position),
        "depends_on": made.get("depends_on", []),
        "waiting_for": made.get("waiting_for", []),
        "input": made.get("input", {}),
        "dedup_key": made.get("dedup_key"),
        "outcome": {},
        "reason": "",
        "not_before": 0,
        "created_at": event.occurred_at,
        "last_at": event.recorded_at,
    }
    waits = bool(made_row["waiting_for"])
    return {**made_row, "state": "blocked"} if waits else _ready(made_row, event)


def _of_known(reduce: Callable[[Row, Event], Row]) -> Reduce:
    """Pass over what is told of an item whose creation was never told, or was forgotten."""

    def reduced(row: Row | None, event: Event) -> Row | None:
        if row is None or row["state"] != "unknown":
            return row and reduce(row, event)
        return row if row["dependents"] else None  # kept for those that wait, or not a row at all

    return reduced


def _claim(row: Row, event: Event) -> Row:
    claimed: dict[str, Any] = event.payload or {}
    return {
        **row,
        "state": "claimed",
        "queue": None,
        "worker": claimed["worker"],
        "attempts": claimed["attempt"],
        "lease_expires_at": claimed["lease_expires_at"],
        "last_at": event.recorded_at,
    }


def _release(row: Row, event: Event) -> Row:
    released: dict[str, Any] = event.payload or {}
    attempts = 0 if released.get("fresh") else row["attempts"]
    until = released.get("not_before") or 0
    row = {**row, "reason": released.get("reason", ""), "attempts": attempts, "not_before": until}
    return _ready(row, event)


def _complete(row: Row, event: Event) -> Row:
    completed: dict[str, Any] = event.payload or {}
    if row["item"] != completed["item"]:
        return _unblock(row, completed["item"], event)
    return _end(row, event, "completed", outcome=completed.get("outcome", {}), reason="")


def _unblock(row: Row, done: str, event: Event) -> Row:
    """An item that waited for one that is done now."""
    left = [each for each in row["waiting_for"] or [] if each != done]
    row = {**row, "waiting_for": left}
    return row if left or row["state"] != "blocked" else _ready(row, event)


def _fail(row: Row, event: Event) -> Row:
    failed: dict[str, Any] = event.payload or {}
    retry_at = failed.get("retry_at")
    row = {**row, "reason": failed["reason"], "not_before": retry_at or 0}
    return _end(row, event, "failed") if retry_at is None else _ready(row, event)


def _quarantine(row: Row, event: Event) -> Row:
    return _end(row, event, "quarantined", reason=(event.payload or {})["reason"])


def _ready(row: Row, event: Event) -> Row:
    return {
        **row,
        "state": "ready",
        "queue": row["place"],
        "worker": None,
        "lease_expires_at": None,
        "last_at": event.recorded_at,
    }


def _end(row: Row, event: Event, state: str, **fields: Any) -> Row:
    ended = {"state": state, "queue": None, "lease_expires_at": None, "last_at": event.recorded_at}
    return {**row, **ended, **fields}


def _keys(event: Event) -> Iterable[str]:
    if event.payload is None:
        return ()
    payload = event.payload
    named = (payload["item"], *payload.get("waiting_for", ()), *payload.get("unblocks", ()))
    return dict.fromkeys(named)


WORK = View(
    name="work",
    version=2,
    columns={
        "item": TEXT,
        "kind": optional(TEXT),
        "project": optional(TEXT),
        "priority": optional(TEXT),
        "state": TEXT,
        "place": optional(TEXT),
        "queue": optional(TEXT),
        "depends_on": TEXTS,
        "waiting_for": TEXTS,
        "dependents": TEXTS,
        "input": OBJECT,
        "dedup_key": optional(TEXT),
        "attempts": INTEGER,
        "worker": optional(TEXT),
        "not_before": optional(INTEGER),
        "lease_expires_at": optional(TIME),
        "outcome": OBJECT,
        "reason": optional(TEXT),
        "created_at": optional(TIME),
        "last_at": optional(TIME),
    },
    reduce={
        "work.created": _create,
        "work.claimed": _of_known(_claim),
        "work.released": _of_known(_release),
        "work.completed": _of_known(_complete),
        "work.failed": _of_known(_fail),
        "work.quarantined": _of_known(_quarantine),
    },
    keys=_keys,
    blank=_blank,
    indexes=("queue", "dedup_key", "lease_expires_at", "created_at"),
)
