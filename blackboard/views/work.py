"""Work: one row per item, with its standing in the queue and how its attempts went."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from blackboard.event import Event
from blackboard.views.view import Row, View


def queue_place(priority: str, created_at: int) -> str:
    """Where a ready item stands: sorts by priority, then by age.

    >>> queue_place("P2", 5) < queue_place("P2", 40) < queue_place("P3", 1)
    True
    """
    return f"{priority}:{created_at:020d}"


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
    made_row = {
        **row,
        "kind": made["kind"],
        "project": event.project,
        "priority": made.get("priority", "P2"),
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


def _claim(row: Row | None, event: Event) -> Row | None:
    claimed = event.payload or {}
    return row and {
        **row,
        "state": "claimed",
        "queue": None,
        "worker": claimed["worker"],
        "attempts": claimed["attempt"],
        "lease_expires_at": claimed["lease_expires_at"],
        "last_at": event.recorded_at,
    }


def _release(row: Row | None, event: Event) -> Row | None:
    released = event.payload or {}
    if row is None:
        return None
    attempts = 0 if released.get("fresh") else row["attempts"]
    row = {**row, "reason": released.get("reason", ""), "attempts": attempts, "not_before": 0}
    return _ready(row, event)


def _complete(row: Row | None, event: Event) -> Row | None:
    completed: dict[str, Any] = event.payload or {}
    if row is None:
        return None
    if row["item"] != completed["item"]:
        return _unblock(row, completed["item"], event)
    return _end(row, event, "completed", outcome=completed.get("outcome", {}), reason="")


def _unblock(row: Row, done: str, event: Event) -> Row:
    """An item that waited for one that is done now."""
    left = [each for each in row["waiting_for"] or [] if each != done]
    row = {**row, "waiting_for": left}
    return row if left or row["state"] != "blocked" else _ready(row, event)


def _fail(row: Row | None, event: Event) -> Row | None:
    failed = event.payload or {}
    if row is None:
        return None
    retry_at = failed.get("retry_at")
    row = {**row, "reason": failed["reason"], "not_before": retry_at or 0}
    return _end(row, event, "failed") if retry_at is None else _ready(row, event)


def _quarantine(row: Row | None, event: Event) -> Row | None:
    return row and _end(row, event, "quarantined", reason=(event.payload or {})["reason"])


def _ready(row: Row, event: Event) -> Row:
    return {
        **row,
        "state": "ready",
        "queue": queue_place(row["priority"], row["created_at"]),
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
    return (payload["item"], *payload.get("waiting_for", ()), *payload.get("unblocks", ()))


WORK = View(
    name="work",
    version=1,
    columns={
        "item": str,
        "kind": str,
        "project": str,
        "priority": str,
        "state": str,
        "queue": str,
        "depends_on": list,
        "waiting_for": list,
        "dependents": list,
        "input": dict,
        "dedup_key": str,
        "attempts": int,
        "worker": str,
        "not_before": int,
        "lease_expires_at": int,
        "outcome": dict,
        "reason": str,
        "created_at": int,
        "last_at": int,
    },
    reduce={
        "work.created": _create,
        "work.claimed": _claim,
        "work.released": _release,
        "work.completed": _complete,
        "work.failed": _fail,
        "work.quarantined": _quarantine,
    },
    keys=_keys,
    blank=_blank,
    indexes=("queue", "dedup_key", "lease_expires_at", "created_at"),
)
