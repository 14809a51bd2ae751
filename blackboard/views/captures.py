"""Captures: one row per project or session that a person has ever switched off."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.events import streams
from blackboard.views.columns import INTEGER, OBJECTS, SPANS, TEXT, optional
from blackboard.views.view import Row, View

_OFF = "capture.disabled"


def _blank(key: str) -> Row:
    row: Row = dict.fromkeys(CAPTURES.columns)
    return {**row, "id": key, "off": 0, "pauses": [], "decisions": []}


def _decide(row: Row | None, event: Event) -> Row | None:
    """The row after one more decision; they count by their time, then in the order they came."""
    if row is None:
        return None
    told: dict[str, Any] = event.payload or {}
    decision = {
        "at": event.occurred_at,
        "event": event.id,
        "position": event.position,
        "off": event.type == _OFF,
        "catch_up": told.get("catch_up", False),
        "reason": told.get("reason", ""),
    }
    decisions = [*row["decisions"], decision]
    decisions.sort(key=lambda each: (each["at"], each["position"]))
    project = event.project if told.get("project") else None
    about = {"project": project, "session": told.get("session")}
    return {**row, **about, **_state(decisions), "decisions": decisions}


def _state(decisions: list[dict[str, Any]]) -> Row:
    """Whether it is off, since when, and the spans of time in which it was."""
    since: int | None = None
    pauses: list[list[int]] = []
    for each in decisions:
        if each["off"]:
            since = each["at"] if since is None else since
            continue
        if since is not None:
            pauses.append([since, each["at"]])
            since = None
        if each["catch_up"]:
            pauses = []
    return {
        "off": int(since is not None),
        "since": since,
        "reason": decisions[-1]["reason"],
        "pauses": pauses,
    }


CAPTURES = View(
    name="captures",
    version=2,
    columns={
        "id": TEXT,
        "project": optional(TEXT),
        "session": optional(TEXT),
        "off": INTEGER,
        "since": optional(INTEGER),
        "reason": TEXT,
        "pauses": SPANS,
        "decisions": OBJECTS,
    },
    reduce={_OFF: _decide, "capture.enabled": _decide},
    keys=lambda event: (event.stream.removeprefix(streams.CAPTURE),),
    blank=_blank,
)
