"""Guards: one row per lesson that was ever a guard, with what it refused and what followed."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, OBJECTS, TEXT, TEXTS, TIME, optional, word
from blackboard.views.view import Row, View

_MOST_REFUSALS = 200
"""Refusals since it was switched on that are kept one by one; the newest."""

_FORM = ("rule", "wrong", "right", "paths", "places", "failed", "uses")


def _enable(row: Row | None, event: Event) -> Row | None:
    enabled: dict[str, Any] = event.payload or {}
    if row is None or not _is_latest(row, event):
        return row
    form = {name: enabled.get(name, _blank("")[name]) for name in _FORM}
    return {**_decided(row, event, "on"), **form, "by": enabled["by"], "refusals": []}


def _disable(row: Row | None, event: Event) -> Row | None:
    return _decided(row, event, "off") if row and _is_latest(row, event) else row


def _retire(row: Row | None, event: Event) -> Row | None:
    return _decided(row, event, "retired") if row and _is_latest(row, event) else row


def _is_latest(row: Row, event: Event) -> bool:
    """Decisions count by their time, so that boards that exchange them agree."""
    return row["decided_at"] is None or event.occurred_at >= row["decided_at"]


def _decided(row: Row, event: Event, state: str) -> Row:
    reason = (event.payload or {}).get("reason", "")
    project = row["project"] or event.project
    return {**row, "project": project, "state": state, "reason": reason,
            "decided_at": event.occurred_at}  # fmt: skip


def _refuse(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    session = (event.payload or {})["session"]
    refusal = {"session": session, "at": event.occurred_at, "outcome": ""}
    known = [each for each in row["refusals"] if each["session"] != session]
    refusals = sorted([*known, refusal], key=lambda each: (each["at"], each["session"]))
    return {
        **row,
        "refused": row["refused"] + 1,
        "last_refused_at": max(row["last_refused_at"] or 0, event.occurred_at),
        "refusals": refusals[-_MOST_REFUSALS:],
    }


def _follow(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    session, outcome = (event.payload or {})["session"], (event.payload or {})["outcome"]
    refusals = [
        {**each, "outcome": outcome} if each["session"] == session else each
        for each in row["refusals"]
    ]
    count = f"then_{outcome}"
    return {**row, "refusals": refusals, **({count: row[count] + 1} if count in row else {})}


def _keys(event: Event) -> tuple[str, ...]:
    return (event.payload["lesson"],) if event.payload else ()


def _blank(key: str) -> Row:
    return {
        "id": key, "project": None, "state": "off", "by": "", "rule": "", "wrong": [], "right": [],
        "paths": [], "places": [], "failed": 0, "uses": 0, "decided_at": None, "reason": "",
        "refused": 0, "then_followed": 0, "then_failed": 0, "then_worked": 0,
        "last_refused_at": None, "refusals": [],
    }  # fmt: skip


GUARDS = View(
    name="guards",
    version=1,
    columns={
        "id": TEXT,
        "project": optional(TEXT),
        "state": word("GuardState"),
        "by": TEXT,
        "rule": TEXT,
        "wrong": TEXTS,
        "right": TEXTS,
        "paths": TEXTS,
        "places": TEXTS,
        "failed": INTEGER,
        "uses": INTEGER,
        "decided_at": optional(TIME),
        "reason": TEXT,
        "refused": INTEGER,
        "then_followed": INTEGER,
        "then_failed": INTEGER,
        "then_worked": INTEGER,
        "last_refused_at": optional(TIME),
        "refusals": OBJECTS,
    },
    reduce={
        "guard.enabled": _enable,
        "guard.disabled": _disable,
        "guard.retired": _retire,
        "guard.refused": _refuse,
        "guard.resolved": _follow,
    },
    keys=_keys,
    blank=_blank,
    indexes=("state",),
)
