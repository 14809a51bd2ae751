"""From a pattern to an issue and a draft pull request, step by step."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Count, PayloadModel
from blackboard.events.reflection import Pattern


class AutomationEvent(PayloadModel):
    """Something that automation decided or did for a project."""

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.automation(project)


class AutomationEnabled(AutomationEvent):
    """A person switched the automation on, to show what it would do or to do it."""

    type: ClassVar[str] = "automation.enabled"
    setting: ClassVar[bool] = True
    dry_run: bool = True
    reason: str = ""


class AutomationDisabled(AutomationEvent):
    """A person switched the automation off."""

    type: ClassVar[str] = "automation.disabled"
    setting: ClassVar[bool] = True
    reason: str = ""


class AutomationAllowed(AutomationEvent):
    """A person opened something for a repository's checks and hooks, which see little of his."""

    type: ClassVar[str] = "automation.allowed"
    setting: ClassVar[bool] = True
    what: Literal["network", "env"]
    name: str = ""


class AutomationDisallowed(AutomationEvent):
    """A person closed again what he had opened for a repository's checks and hooks."""

    type: ClassVar[str] = "automation.disallowed"
    setting: ClassVar[bool] = True
    what: Literal["network", "env"]
    name: str = ""


class AutomationTriggered(AutomationEvent):
    """A reflection was found worth an improvement."""

    type: ClassVar[str] = "automation.triggered"
    subject: str
    fingerprint: str
    dry_run: bool = True


class AutomationSuppressed(AutomationEvent):
    """A reflection was not acted upon, and why."""

    type: ClassVar[str] = "automation.suppressed"
    subject: str
    fingerprint: str
    reason: str


class ImprovementRequested(AutomationEvent):
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


class RunEvent(PayloadModel):
    """Something that happened in one run of a workflow."""

    run: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.run(self.run)


class RunStarted(RunEvent):
    """A workflow began to work on a request, in a checkout of its repository."""

    type: ClassVar[str] = "run.started"
    request: str
    workflow: str
    steps: list[str]
    folder: str = ""
    agent: str = ""


class RunResumed(RunEvent):
    """A run that had ended goes on, at the step that ended it."""

    type: ClassVar[str] = "run.resumed"
    step: str


class StepCompleted(RunEvent):
    """A step showed the evidence that it was done."""

    type: ClassVar[str] = "step.completed"
    step: str
    evidence: dict[str, Any]

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"completed:{self.step}"


class StepFailed(RunEvent):
    """A step could not show its evidence."""

    type: ClassVar[str] = "step.failed"
    step: str
    reason: str
    evidence: dict[str, Any] = {}


class RunCompleted(RunEvent):
    """All steps of a run are done."""

    type: ClassVar[str] = "run.completed"

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return "completed"


class RunFailed(RunEvent):
    """A run stopped before its end, at a step that the others cannot do without."""

    type: ClassVar[str] = "run.failed"
    reason: str
    step: str | None = None


class RunCancelled(RunEvent):
    """A person ended a run."""

    type: ClassVar[str] = "run.cancelled"
    reason: str = ""


class IssueCreated(AutomationEvent):
    """An issue was opened for a request."""

    type: ClassVar[str] = "issue.created"
    request: str
    number: int
    url: str
    fingerprint: str = ""

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"{self.type}:{self.number}"


class PrCreated(RunEvent):
    """A draft pull request was opened by a run."""

    type: ClassVar[str] = "pr.created"
    number: int
    url: str
    branch: str

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"{self.type}:{self.number}"


class ManualQueued(AutomationEvent):
    """What could not be done by machine waits for a person."""

    type: ClassVar[str] = "manual.queued"
    request: str
    reason: str
    action: str

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"manual:{self.action}"


class ImprovementMeasured(AutomationEvent):
    """After a merge it was counted in how many examined sessions the pattern was seen.

    `sessions` began since the merge, `examined` of them were examined for this pattern, and it was
    seen in `recurred`; before the merge in `recurred_before` of `examined_before`. Times are
    microseconds since 1970 UTC. Where `verdict` is empty, the event is older than that word.
    """

    type: ClassVar[str] = "improvement.measured"
    fingerprint: str
    request: str
    sessions: Count
    recurred: Count
    pull_request: Count = 0
    examined: Count = 0
    recurred_before: Count = 0
    examined_before: Count = 0
    merged_at: int = 0
    until: int = 0
    verdict: Literal["", "held", "less", "failed"] = ""

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"measured:{self.request}"


class ImprovementReported(AutomationEvent):
    """The issue of a measured improvement was told the counts, and opened again if it failed."""

    type: ClassVar[str] = "improvement.reported"
    fingerprint: str
    request: str

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"reported:{self.request}"
