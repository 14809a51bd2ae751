"""Announcements: one row per lesson and step that its person was shown once."""

from __future__ import annotations

from blackboard.event import Event
from blackboard.views.columns import TEXT, TIME, word
from blackboard.views.view import Row, View


def _keys(event: Event) -> tuple[str, ...]:
    payload = event.payload or {}
    return (f"{payload['lesson']} {payload.get('step', 'remember')}",) if payload else ()


def _announce(row: Row | None, event: Event) -> Row | None:
    """The first time counts: of two machines each may have shown it."""
    if row is not None and row["at"] <= event.occurred_at:
        return row
    payload = event.payload or {}
    return {"id": _keys(event)[0], "lesson": payload["lesson"], "at": event.occurred_at,
            "step": payload.get("step", "remember"), "place": payload["place"]}  # fmt: skip


ANNOUNCEMENTS = View(
    name="announcements",
    version=1,
    columns={"id": TEXT, "lesson": TEXT, "step": word("NextStep"), "at": TIME,
             "place": word("Place")},
    reduce={"lesson.announced": _announce},
    keys=_keys,
)  # fmt: skip
