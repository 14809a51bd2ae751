"""When it is worth looking back."""

from __future__ import annotations

from typing import Literal

from blackboard.events.reflection import Trigger
from reflect.detectors.error_patterns import is_error
from reflect.invocation import command_of
from reflect.trajectory import Trajectory, payload_of

LARGE_CHANGE = 500
"""Lines; a change of more is worth a look whatever happened."""

LEAST_MESSAGES, LEAST_NEW_MESSAGES = 30, 50
_MANY_FILES, _MANY_CALLS = 15, 150

Complexity = Literal["low", "medium", "high"]


def trigger(
    *, attempts: int, recovered: bool, changed_lines: int, complexity: Complexity
) -> Trigger | None:
    """Why a task should be reflected on, or None.

    Recovery from errors is asked first: whoever recovered also tried more than once.

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
    """Whether a session that is still going has enough that is new.

    Args:
        messages: how many there are.
        reflected_at: how many there were at the last reflection; None before the first.
    """
    if reflected_at is None:
        return messages >= LEAST_MESSAGES
    return messages >= LEAST_MESSAGES and messages - reflected_at >= LEAST_NEW_MESSAGES


def attempts(trajectory: Trajectory) -> int:
    """How often the agent set out: once, and again each time the human turned it down."""
    return 1 + sum(bool(payload_of(call).get("denied")) for call in trajectory.calls)


def recovered(trajectory: Trajectory) -> bool:
    """Whether a command that failed succeeded later on."""
    failed: set[str] = set()
    for call in trajectory.calls:
        command = command_of(call)
        if command and is_error(call):
            failed.add(command)
        elif command in failed and payload_of(call).get("failed") is False:
            return True
    return False


def complexity(trajectory: Trajectory) -> Complexity:
    """How much a session touched."""
    files, calls = len(trajectory.changed_files), len(trajectory.calls)
    if files >= _MANY_FILES or calls >= _MANY_CALLS:
        return "high"
    return "medium" if files > _MANY_FILES // 3 else "low"
