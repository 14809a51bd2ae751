"""What looking back at a session found."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from blackboard.events.payload import Count, Evidence, Part, PayloadModel, Share, Text
from blackboard.events.session import SessionMetrics
from blackboard.vocabulary import InsightCategory

Trigger = Literal["iteration-count", "error-pattern", "quality-threshold", "request", "merge"]


class Pattern(Part):
    """Something that a session did too often."""

    type: str
    severity: Literal["low", "medium", "high", "critical"]
    count: Count
    suggestion: str
    context: dict[str, Any] = {}
    samples: list[str] = []


class Found(Part):
    """An insight as it was found, whether or not it was kept."""

    statement: Text
    category: InsightCategory
    confidence: Share
    actionable: bool
    evidence: list[Evidence] = []


class ReflectionStarted(PayloadModel):
    """Somebody began to look back at a session, a pull request or a task."""

    type: ClassVar[str] = "reflection.started"
    subject: str
    triggered_by: Trigger
    evidence_sha256: str = ""


class PatternDetected(PayloadModel):
    """One pattern was found."""

    type: ClassVar[str] = "pattern.detected"
    subject: str
    pattern: Pattern
    fingerprint: str = ""


class ReflectionCompleted(PayloadModel):
    """The whole result of looking back."""

    type: ClassVar[str] = "reflection.completed"
    subject: str
    patterns: list[Pattern] = []
    insights: list[Found] = []
    evidence_sha256: str = ""
    messages: Count = 0
    metrics: SessionMetrics | None = None
    suggestions: list[str] = []
    automation_priority: Literal["none", "low", "medium", "high"] = "none"
    iterations: Count = 0
    converged: bool = False
    triggered_by: Trigger = "request"


class ReflectionFailed(PayloadModel):
    """Looking back did not work, and why."""

    type: ClassVar[str] = "reflection.failed"
    subject: str
    reason: str
