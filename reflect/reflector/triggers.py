"""Decide when a session is worth reflecting on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from blackboard.calls import target_of
from blackboard.event import Event
from blackboard.events.reflection import Trigger
from blackboard.fixes.follow_up import WITHIN_EVENTS, follow_up
from blackboard.search.failure import failure
from reflect.detectors.error_patterns import is_error
from reflect.invocation import command_of
from reflect.trajectory import Trajectory, payload_of

LARGE_CHANGE = 500
"""A change of more lines is always worth reflecting on."""

LEAST_MESSAGES, LEAST_NEW_MESSAGES = 30, 50
_MANY_FILES, _MANY_CALLS = 15, 150

Complexity = Literal["low", "medium", "high"]


def trigger(
    *, attempts: int, recovered: bool, changed_lines: int, complexity: Complexity
) -> Trigger | None:
    """Why a task should be reflected on, or None.

    Recovery from errors comes first, because it implies several attempts.

    >>> trigger(attempts=2, recovered=True, changed_lines=0, complexity="low")
    'error-pattern'
    """
    if recovered:
        return "error-pattern"
    if attempts > 1:
        return "iteration-count"
    if changed_lines > LARGE_CHANGE or complexity == "high":
        return "quality-threshold"
    return None


def trigger_of(trajectory: Trajectory) -> Trigger | None:
    """Why a session should be reflected on, or None."""
    return trigger(
        attempts=attempts(trajectory),
        recovered=recovered(trajectory),
        changed_lines=trajectory.changed_lines,
        complexity=complexity(trajectory),
    )


def is_due(messages: int, reflected_at: int | None) -> bool:
    """Whether a running session has enough new messages.

    Args:
        messages: the number of messages.
        reflected_at: their number at the last reflection; None before the first.
    """
    if reflected_at is None:
        return messages >= LEAST_MESSAGES
    return messages >= LEAST_MESSAGES and messages - reflected_at >= LEAST_NEW_MESSAGES


def attempts(trajectory: Trajectory) -> int:
    """The agent's attempts: one, plus one for each call that a person is proved to have denied."""
    payloads = map(payload_of, trajectory.calls)
    return 1 + sum(bool(each.get("denied") and each.get("said_by") == "human") for each in payloads)


def recovered(trajectory: Trajectory) -> bool:
    """Whether a call failed and later succeeded, as it was or in another form."""
    failed: set[str] = set()
    for number, event in enumerate(trajectory.events):
        if event.type != "tool.called":
            continue
        command = command_of(event)
        if command in failed and payload_of(event).get("failed") is False:
            return True
        if is_error(event):
            if _was_remedied(event, trajectory.events[number + 1 :][:WITHIN_EVENTS]):
                return True
            failed |= {command} if command else set()
    return False


def _was_remedied(call: Event, after: Sequence[Event]) -> bool:
    """Whether one of the next events did what a failed call was to do."""
    payload = payload_of(call)
    found = failure(payload.get("output", ""))
    failed = {
        "session": "",
        "project": call.project,
        "position": call.position,
        "occurred_at": call.occurred_at,
        "tool": payload["name"],
        "kind": payload["kind"],
        "target": target_of(payload),
        "error": found.line,
        "lines": list(found.lines),
    }
    return follow_up(failed, after, payload).worked is not None


def complexity(trajectory: Trajectory) -> Complexity:
    """How much of the project a session touched."""
    files, calls = len(trajectory.changed_files), len(trajectory.calls)
    if files >= _MANY_FILES or calls >= _MANY_CALLS:
        return "high"
    return "medium" if files > _MANY_FILES // 3 else "low"
