"""The recorded looks at a session or pull request: when, why, and what each found. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from blackboard.event import Event
from blackboard.events.reflection import (
    PatternDetected,
    ReflectionCompleted,
    ReflectionFailed,
    ReflectionStarted,
)

TYPES = tuple(
    each.type
    for each in (ReflectionStarted, PatternDetected, ReflectionCompleted, ReflectionFailed)
)
ENDS = (ReflectionCompleted.type, ReflectionFailed.type)

State = Literal["started", "completed", "failed"]


@dataclass(frozen=True)
class Look:
    """One look at a subject, as far as it came; times are in microseconds since 1970.

    `patterns`, `insights` and `history` are as the events have them. `history` is empty for looks
    from before it was kept, of which only the number of iterations is known.
    """

    subject: str
    project: str | None
    started_at: int
    ended_at: int | None = None
    state: State = "started"
    triggered_by: str = ""
    iterations: int = 0
    history: list[dict[str, Any]] = field(default_factory=list)
    converged: bool = False
    patterns: list[dict[str, Any]] = field(default_factory=list)
    insights: list[dict[str, Any]] = field(default_factory=list)
    suggestions: list[str] = field(default_factory=list)
    automation_priority: str = "none"
    reason: str = ""


_FROM_RESULT = ("iterations", "history", "converged", "patterns", "insights", "suggestions",
                "automation_priority", "triggered_by")  # fmt: skip


def looks(events: Iterable[Event]) -> list[Look]:
    """The looks in the events of one subject, oldest first.

    A look begins with its start and ends with its result; one whose program was killed never ended.
    """
    found: list[Look] = []
    for event in events:
        payload = event.payload
        if event.type not in TYPES or payload is None:
            continue
        if event.type == ReflectionStarted.type or not found or found[-1].state != "started":
            found.append(_begun(event, payload))
        found[-1] = _told(found[-1], event, payload)
    return found


def latest(events: Iterable[Event]) -> list[Look]:
    """The last look at each subject that came to an end, newest first."""
    by_subject: dict[str, Look] = {}
    for event in events:
        if event.type in ENDS and event.payload is not None:
            subject = str(event.payload["subject"])
            by_subject.pop(subject, None)
            by_subject[subject] = _told(_begun(event, event.payload), event, event.payload)
    return list(reversed(by_subject.values()))


def _begun(event: Event, payload: dict[str, Any]) -> Look:
    return Look(payload["subject"], event.project, event.occurred_at)


def _told(look: Look, event: Event, payload: dict[str, Any]) -> Look:
    if event.type == ReflectionStarted.type:
        return replace(look, triggered_by=payload["triggered_by"])
    if event.type == PatternDetected.type:
        return replace(look, patterns=[*look.patterns, payload["pattern"]])
    if event.type == ReflectionFailed.type:
        return replace(look, state="failed", ended_at=event.occurred_at, reason=payload["reason"])
    result = {name: payload[name] for name in _FROM_RESULT if name in payload}
    return replace(look, state="completed", ended_at=event.occurred_at, **result)
