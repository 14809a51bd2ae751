"""By which words other events cite an event: what must be forgotten along with it."""

from __future__ import annotations

from blackboard.event import Payload

_NAMED = {
    "lesson.created": "lesson",
    "insight.curated": "insight",
    "recommendation.proposed": "recommendation",
    "improvement.requested": "request",
    "work.created": "item",
}
"""Events that give a name to something, and the field that holds it."""


def cited_as(event_id: str, type_: str, payload: Payload | None) -> list[str]:
    """The JSON strings in other payloads that mean this event or what it made.

    >>> cited_as("e1", "lesson.created", {"lesson": "lesson-1"})
    ['"e1"', '"lesson-1"']
    """
    name = (payload or {}).get(_NAMED.get(type_, ""))
    return [f'"{event_id}"', *([f'"{name}"'] if name else [])]
