"""What reflecting on a session found, and whether it is worth doing something about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from blackboard.events.reflection import Pattern
from blackboard.events.session import SessionMetrics

AutomationPriority = Literal["none", "low", "medium", "high"]
RANK = {"low": 1, "medium": 2, "high": 3, "critical": 4}


@dataclass(frozen=True)
class ReflectionResult:
    """The patterns, counts and suggestions of one session.

    `timestamp` is in microseconds since 1970 UTC.
    """

    session_id: str
    timestamp: int
    patterns: Sequence[Pattern]
    metrics: SessionMetrics
    suggestions: Sequence[str]

    @property
    def automation_priority(self) -> AutomationPriority:
        """How much an automated improvement would be worth."""
        return priority(self.patterns)

    def is_automation_worthy(self) -> bool:
        """Whether there is a pattern of high severity, or two of medium."""
        return self.automation_priority in ("medium", "high")

    def get_primary_issue(self) -> Pattern | None:
        """The most severe pattern; the more frequent one of two that are equally severe."""
        return max(self.patterns, key=lambda each: (RANK[each.severity], each.count), default=None)


def priority(patterns: Sequence[Pattern]) -> AutomationPriority:
    """High with a high or critical pattern, medium with two medium ones, low with one."""
    ranks = [RANK[pattern.severity] for pattern in patterns]
    if any(rank >= RANK["high"] for rank in ranks):
        return "high"
    medium = ranks.count(RANK["medium"])
    return "medium" if medium > 1 else "low" if medium else "none"
