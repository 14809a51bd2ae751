"""What looking back at a session found."""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Count, Evidence, Part, PayloadModel, Share, Text
from blackboard.events.session import SessionMetrics
from blackboard.vocabulary import InsightCategory

Trigger = Literal[
    "iteration-count", "error-pattern", "quality-threshold", "request", "merge", "rules"
]
"""Why somebody looked; `rules` where nothing called for a model, and the rules looked alone."""


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


class Iteration(Part):
    """One look of the reflector: what it proved, and what of that was new.

    `confidence` is the mean of all insights after it, 0 where there are none.
    """

    found: Count
    new: Count
    confidence: Share


class ReflectionEvent(PayloadModel):
    """Something that looking back at one subject found."""

    subject: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.reflection(self.subject)


class ReflectionStarted(ReflectionEvent):
    """Somebody began to look back at a session, a pull request or a task."""

    type: ClassVar[str] = "reflection.started"
    triggered_by: Trigger
    evidence_sha256: str = ""


class PatternDetected(ReflectionEvent):
    """One pattern was found."""

    type: ClassVar[str] = "pattern.detected"
    pattern: Pattern
    fingerprint: str = ""

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        if not self.fingerprint:
            return ""
        return f"{self.type}:{self.fingerprint}:{self.pattern.count}"


class SessionExamined(ReflectionEvent):
    """Detectors ran over a session; what they did not run over, nobody can say anything about.

    `detectors` are the types of pattern that were looked for, `fingerprints` what was seen, also
    below the thresholds of a pattern, and `calls` the calls that were read.
    """

    type: ClassVar[str] = "session.examined"
    detectors: list[str]
    fingerprints: list[str] = []
    calls: Count = 0
    messages: Count = 0

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        seen = "\n".join([*self.detectors, *self.fingerprints])
        digest = hashlib.sha256(seen.encode()).hexdigest()[:16]
        return f"{self.type}:{self.calls}:{self.messages}:{digest}"


class PassedStep(Part):
    """A command of a session that passed after its last change; `event_id` is its call.

    `command` is without what was of the moment; `checks` says that it tests, lints or builds.
    """

    event_id: str
    command: str
    folder: str = ""
    checks: bool = False


class FailedForm(Part):
    """A command that failed in a session each time it was run."""

    command: str
    folder: str = ""


class SessionPassed(ReflectionEvent):
    """A session's own check passed after its last change; this is the way it took.

    `first` is the id of the session's first call, which a fork of the session shares, with its time
    where the id alone is not unique. `files` are those that it changed in its folder. Without steps
    it went on, and what it changed since is not checked.
    """

    type: ClassVar[str] = "session.passed"
    first: str
    steps: list[PassedStep] = []
    files: list[str] = []
    failed: list[FailedForm] = []

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"{self.type}:{self.steps[-1].event_id}" if self.steps else ""


class ReflectionCompleted(ReflectionEvent):
    """The whole result of looking back.

    `history` has one entry an iteration; events from before it was kept have only their number.
    """

    type: ClassVar[str] = "reflection.completed"
    patterns: list[Pattern] = []
    insights: list[Found] = []
    evidence_sha256: str = ""
    messages: Count = 0
    metrics: SessionMetrics | None = None
    suggestions: list[str] = []
    automation_priority: Literal["none", "low", "medium", "high"] = "none"
    iterations: Count = 0
    history: list[Iteration] = []
    converged: bool = False
    triggered_by: Trigger = "request"


class ReflectionFailed(ReflectionEvent):
    """Looking back did not work, and why."""

    type: ClassVar[str] = "reflection.failed"
    reason: str
