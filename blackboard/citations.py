"""By which words other events cite an event: what must be forgotten along with it."""

from __future__ import annotations

import orjson

from blackboard.event import Payload

_NAMED = {
    "lesson.created": "lesson",
    "insight.curated": "insight",
    "recommendation.proposed": "recommendation",
    "improvement.requested": "request",
    "work.created": "item",
    "step_card.compiled": "made_from_sha256",
    "workflow.drafted": "made_from_sha256",
    "workflow.compiled": "made_from_sha256",
}
"""Events that give a name to something, and the field that holds it."""

_OWNER = {"recording.imported": "recording"}
"""Events of something to which all belong that have it in the same field.

A person chose its name, so that in other fields it may be any word.
"""


def cited_as(event_id: str, type_: str, payload: Payload | None) -> list[str]:
    """The JSON strings in other payloads that mean this event or what it made.

    >>> cited_as("e1", "lesson.created", {"lesson": "lesson-1"})
    ['"e1"', '"lesson-1"']
    >>> cited_as("e2", "recording.imported", {"recording": "songs"})
    ['"e2"', '"recording":"songs"']
    """
    told = payload or {}
    name, owner = told.get(_NAMED.get(type_, "")), _OWNER.get(type_, "")
    owned = orjson.dumps({owner: told[owner]}).decode()[1:-1] if told.get(owner) else ""
    return [f'"{event_id}"', *([f'"{name}"'] if name else []), *([owned] if owned else [])]
