"""Sessions so long that the work was probably too large for one."""

from __future__ import annotations

from blackboard.events.reflection import Pattern
from reflect.detectors.severity import severity
from reflect.trajectory import Trajectory

LEAST_MESSAGES = 100


def long_session(trajectory: Trajectory) -> list[Pattern]:
    """The session as a pattern of its own when it had a hundred messages or more."""
    metrics = trajectory.metrics
    if metrics.total_messages < LEAST_MESSAGES:
        return []
    return [
        Pattern(
            type="long_session",
            severity=severity("long_session", metrics.total_messages),
            count=metrics.total_messages,
            suggestion="Split work of this size into tasks that each end with a commit.",
            context={"minutes": metrics.minutes, "tool_uses": metrics.tool_uses},
        )
    ]
