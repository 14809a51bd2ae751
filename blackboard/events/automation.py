"""From a pattern to an issue and a draft pull request, step by step."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from blackboard.events.payload import Count, PayloadModel
from blackboard.events.reflection import Pattern


class AutomationEnabled(PayloadModel):
    """A person switched the automation on, to show what it would do or to do it."""

    type: ClassVar[str] = "automation.enabled"
    setting: ClassVar[bool] = True
    dry_run: bool = True
    reason: str = ""


class AutomationDisabled(PayloadModel):
    """A person switched the automation off."""

    type: ClassVar[str] = "automation.disabled"
    setting: ClassVar[bool] = True
    reason: str = ""


class AutomationTriggered(PayloadModel):
    """A reflection was found worth an improvement."""

    type: ClassVar[str] = "automation.triggered"
    subject: str
    fingerprint: str
    dry_run: bool = True


class AutomationSuppressed(PayloadModel):
    """A reflection was not acted upon, and why."""

    type: ClassVar[str] = "automation.suppressed"
    subject: str
    fingerprint: str
    reason: str


class ImprovementRequested(PayloadModel):
    """What is to be improved, within which limits."""

    type: ClassVar[str] = "improvement.requested"
    request: str
    issue_title: str
    issue_description: str
    priority: Literal["low", "medium", "high", "critical"]
    improvement_type: Literal["tooling", "pattern", "performance", "error_handling", "workflow"]
    source_pattern: Pattern
    context: dict[str, Any] = {}
    estimated_complexity: Literal["simple", "medium", "complex"] = "simple"
    max_components: Count = 3
    max_lines_of_code: Count = 200
    requires_security_review: bool = False


class RunStarted(PayloadModel):
    """A workflow began to work on a request, in a checkout of its repository."""

    type: ClassVar[str] = "run.started"
    run: str
    request: str
    workflow: str
    steps: list[str]
    folder: str = ""
    agent: str = ""


class RunResumed(PayloadModel):
    """A run that had ended goes on, at the step that ended it."""

    type: ClassVar[str] = "run.resumed"
    run: str
    step: str


class StepCompleted(PayloadModel):
    """A step showed the evidence that it was done."""

    type: ClassVar[str] = "step.completed"
    run: str
    step: str
    evidence: dict[str, Any]


class StepFailed(PayloadModel):
    """A step could not show its evidence."""

    type: ClassVar[str] = "step.failed"
    run: str
    step: str
    reason: str
    evidence: dict[str, Any] = {}


class RunCompleted(PayloadModel):
    """All steps of a run are done."""

    type: ClassVar[str] = "run.completed"
    run: str


class RunFailed(PayloadModel):
    """A run stopped before its end, at a step that the others cannot do without."""

    type: ClassVar[str] = "run.failed"
    run: str
    reason: str
    step: str | None = None


class RunCancelled(PayloadModel):
    """A person ended a run."""

    type: ClassVar[str] = "run.cancelled"
    run: str
    reason: str = ""


class IssueCreated(PayloadModel):
    """An issue was opened for a request."""

    type: ClassVar[str] = "issue.created"
    request: str
    number: int
    url: str
    fingerprint: str = ""


class PrCreated(PayloadModel):
    """A draft pull request was opened by a run."""

    type: ClassVar[str] = "pr.created"
    run: str
    number: int
    url: str
    branch: str


class ManualQueued(PayloadModel):
    """What could not be done by machine waits for a person."""

    type: ClassVar[str] = "manual.queued"
    request: str
    reason: str
    action: str


class ImprovementMeasured(PayloadModel):
    """After a merge it was counted in how many later sessions the pattern came again."""

    type: ClassVar[str] = "improvement.measured"
    fingerprint: str
    request: str
    sessions: Count
    recurred: Count
