"""The last rung of a lesson: a check was made of it, and while that holds the reminder rests.

All three are decisions, so that each can be undone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.event import Event
from blackboard.views.decisions import decide
from blackboard.views.view import Row

_CHECK = ("kind", "file", "lines", "digest", "item", "branch", "pr", "url")
AWAKE: dict[str, Any] = {"resting": 0, "check_seen_at": None}
_SETTLED = frozenset({"lesson.resting", "lesson.woken"})


def compiled(row: Row | None, event: Event) -> Row | None:
    """The row with its newest check; what a person decided about an older one is over."""
    if row is None:
        return None
    made = event.payload or {}
    check = {name: made.get(name) for name in _CHECK}
    after = decide(row, event, compiled=check, **AWAKE)
    undone = [type_ for type_ in after["undone"] if type_ not in _SETTLED]
    return {**after, "undone": undone, "updated_at": event.recorded_at}


def rested(row: Row | None, event: Event) -> Row | None:
    """The row of a lesson whose check holds."""
    return _settle(row, event, resting=1, check_seen_at=(event.payload or {})["committed_at"])


def woken(row: Row | None, event: Event) -> Row | None:
    """The row of a lesson that is shown again; a person's decision ends its check."""
    found = event.payload or {}
    if found["by"] == "human":
        return _settle(row, event, compiled={}, **AWAKE)
    return _settle(row, event, resting=0, check_seen_at=found.get("committed_at"))


def is_resting(row: Mapping[str, Any]) -> bool:
    """Whether a reminder sleeps; one that holds in every project is needed in the others."""
    return bool(row["resting"]) and row["scope"] == "project"


def without_check(words: Mapping[str, Any]) -> dict[str, Any]:
    """What a revision changes besides the words: the check was made of the old rule."""
    return {"compiled": {}, **AWAKE} if "constraint" in words else {}


def _settle(row: Row | None, event: Event, **fields: Any) -> Row | None:
    return row and {**decide(row, event, **fields), "updated_at": event.recorded_at}
