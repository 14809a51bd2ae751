"""The state of the lines that a lesson cites: what the last check found, until there is news.

New evidence with lines of its own makes a lesson fresh again. A person who approves or revises
what had drifted has looked at it: the lines cited until then are not looked for any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.event import Event
from blackboard.views.decisions import is_by_person
from blackboard.views.view import Reduce, Row

STALE = ("drifted", "orphaned")
"""What calls for another look at a lesson."""

_LOOKS = ("lesson.approved", "lesson.revised")
_TOLD = ("freshness", "path", "first_line", "last_line", "reason")


def cited(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The evidence of a lesson whose lines are looked for."""
    evidence: list[dict[str, Any]] = row["evidence"]
    start = row["checked"]["evidence"] if _is_settled(row) else 0
    return [each for each in evidence[start:] if each.get("path")]


def check(row: Row | None, event: Event) -> Row | None:
    """The row after a check, which remembers what had been said by then."""
    if row is None:
        return None
    found = event.payload or {}
    checked = {name: found.get(name) for name in _TOLD}
    known = {"at": event.occurred_at, "evidence": len(row["evidence"]), "looks": _looks(row)}
    return {**row, "checked": {**checked, **known}, "updated_at": event.recorded_at}


def kept_in_step(step: Reduce) -> Reduce:
    """A step of the fold that leaves `freshness` as everything said so far makes it."""

    def stepped(row: Row | None, event: Event) -> Row | None:
        after = step(row, event)
        return after and {**after, "freshness": _freshness(after)}

    return stepped


def _freshness(row: Row) -> str:
    checked = row["checked"]
    since = row["evidence"][checked["evidence"] :] if checked else row["evidence"]
    if any(each.get("path") for each in since):
        return "fresh"
    return checked["freshness"] if checked and not _is_settled(row) else ""


def _is_settled(row: Mapping[str, Any]) -> bool:
    """Whether a person confirmed the lesson after it was found stale."""
    checked = row["checked"]
    if not checked or checked["freshness"] not in STALE:
        return False
    return not set(_looks(row)) <= set(checked["looks"])


def _looks(row: Mapping[str, Any]) -> list[str]:
    """The decisions that still hold in which a person read the lesson and kept it."""
    return [
        each["event"]
        for each in row["decisions"]
        if each["type"] in _LOOKS and is_by_person(each["actor"])
    ]
