"""Work: one row per item, with its place in the queue and how its attempts went.

`place` is the order of an item among those that are ready; `queue` is the same while it is, so
that an index on it holds only what may be claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, OBJECT, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Reduce, Row, View


def queue_place(priority: str, created_at: int, position: int) -> str:
    """The place of an item when it is ready: sorts by priority, by age, then by its event.

    While a clock that was put back catches up, all events are recorded at one time; only their
    positions still say which came first.

    >>> queue_place("P2", 5, 9) < queue_place("P2", 40, 7) < queue_place("P2", 40, 8)
    True
    >>> queue_place("P2", 40, 8) < queue_place("P3", 1, 2)
    True
    """
    return f"{priority}:{created_at:020d}:{position:012d}"


def created_in(place: str) -> int:
    """The position of the event that created the item of a place.

    >>> created_in(queue_place("P2", 40, 8))
    8
    """
    return int(place.rpartition(":")[2])


def _blank(item: str) -> Row:
    """An item that others wait for, before it was created itself."""
    row: Row = dict.fromkeys(WORK.columns)
    lists: Row = {"depends_on": [], "waiting_for": [], "dependents": [], "needs": []}
    texts: Row = {"input": {}, "outcome": {}, "attempts": 0}
    return {**row, **lists, **texts, "item": item, "state": "unknown"}


def _create(row: Row | None, event: Event) -> Row | None:
    made: dict[str, Any] = event.payload or {}
    if row is None:
        return None
    if row["item"] != made["item"]:
        return {**row, "dependents": [*row["dependents"], made["item"]]}
    if row["state"] != "unknown":
        return row  # created once; recording it again changes nothing
    priority = made.get("priority", "P2")
    made_row = {
        **row,
        "kind": made["kind"],
        "needs": made.get("needs", []),
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
    """Skip the events of an item whose creation was never recorded, or was forgotten."""

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
    version=3,
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
        "needs": TEXTS,
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

_OF_CLAIMS = (
    "item", "kind", "project", "priority", "place", "dedup_key", "created_at",
    "state", "waiting_for", "dependents", "attempts", "worker", "not_before", "lease_expires_at",
    "needs",
)  # fmt: skip

FIXED = frozenset({
    "item", "kind", "project", "priority", "place", "dedup_key", "created_at", "needs",
})  # fmt: skip
"""The columns that an item has from its creation on."""

END = ";"
"""The character after the colon: a bound above all that is `due` with one beginning."""


def claimed_until(expires_at: int) -> str:
    """What is due of a claimed item; sorts before all that is ready, by time.

    >>> claimed_until(9) < claimed_until(10) < "P1:"
    True
    """
    return f"C:{max(0, expires_at):020d}"


def _due(row: Row) -> str | None:
    match row["state"]:
        case "ready":
            place: str = row["place"]
            return place
        case "claimed":
            return claimed_until(row["lease_expires_at"])
    return None


def _with_due(reduce: Reduce) -> Reduce:
    """One column for what is ready and what is held: both are at the head of its index.

    So a claim changes one page of it and not two.
    """

    def reduced(row: Row | None, event: Event) -> Row | None:
        after = reduce(row, event)
        return after and {**after, "due": _due(after)}

    return reduced


CLAIMS = replace(
    WORK,
    name="claims",
    version=WORK.version * 10 + 1,
    columns={**{name: WORK.columns[name] for name in _OF_CLAIMS}, "due": optional(TEXT)},
    reduce={type_: _with_due(reduce) for type_, reduce in WORK.reduce.items()},
    indexes=(),
)
"""Of each item what a worker needs to choose, hold and finish it: the same fold in fewer columns.

Those who claim keep it in step, and nothing else reads it (`storage/sqlite/work_claims.py`). Raise
the version of `WORK` where the fold changes, and the last digit where these columns do.
"""
