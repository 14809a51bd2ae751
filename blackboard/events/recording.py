"""GUI recordings and the workflows made of them."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from blackboard.events.payload import Count, PayloadModel


class RecordingImported(PayloadModel):
    """A recording was taken in; the hashes say exactly which one."""

    type: ClassVar[str] = "recording.imported"
    recording: str
    name: str = ""
    description: str = ""
    platform: str = ""
    events: Count
    manifest_sha256: str
    screenshots: dict[str, str] = {}


class StepCardCompiled(PayloadModel):
    """One recorded action was turned into an instruction without coordinates."""

    type: ClassVar[str] = "step_card.compiled"
    recording: str
    index: Count
    expected_current_state: str
    intent: str
    target: dict[str, str]
    action_type: Literal["CLICK", "TYPE", "SCROLL", "KEYPRESS", "DRAG"]
    action_value: str | None = None
    post_action: str = ""
    made_from_sha256: str


class WorkflowDrafted(PayloadModel):
    """A task schema was compiled from step cards and awaits its checks."""

    type: ClassVar[str] = "workflow.drafted"
    recording: str
    draft: dict[str, Any]
    made_from_sha256: str


class WorkflowCompiled(PayloadModel):
    """A workflow passed its checks and may be run."""

    type: ClassVar[str] = "workflow.compiled"
    recording: str
    workflow: dict[str, Any]
    made_from_sha256: str


class WorkflowRerun(PayloadModel):
    """A workflow was run again with given parameters."""

    type: ClassVar[str] = "workflow.rerun"
    recording: str
    parameters: dict[str, str]
    succeeded: bool
    steps_done: Count
    failed_step: int | None = None
    expected: str = ""
    seen: str = ""
