"""Examinations: one row per session that the detectors ran over, with what they saw there."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Row, View


def _examine(_row: Row | None, event: Event) -> Row:
    """The last examination counts: it read the whole session."""
    examined: dict[str, Any] = event.payload or {}
    return {
        "session": examined["subject"],
        "project": event.project,
        "detectors": examined["detectors"],
        "fingerprints": examined.get("fingerprints", []),
        "calls": examined.get("calls", 0),
        "messages": examined.get("messages", 0),
        "at": event.occurred_at,
    }


EXAMINATIONS = View(
    name="examinations",
    version=1,
    columns={
        "session": TEXT,
        "project": optional(TEXT),
        "detectors": TEXTS,
        "fingerprints": TEXTS,
        "calls": INTEGER,
        "messages": INTEGER,
        "at": TIME,
    },
    reduce={"session.examined": _examine},
    keys=lambda event: (event.payload["subject"],) if event.payload else (),
    indexes=("project",),
)
