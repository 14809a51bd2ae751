"""GUI recordings and the workflows made of them."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Count, Part, PayloadModel

ActionType = Literal[
    "CLICK", "TYPE", "SCROLL", "KEYPRESS", "DRAG",
    "HOVER", "UPLOAD", "DIALOG", "DOWNLOAD", "CHECK", "EXTRACT",
]  # fmt: skip
"""The kinds of recorded steps."""


class RecordingEvent(PayloadModel):
    """Something that happened to one recording."""

    recording: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.recording(self.recording)


class RecordingImported(RecordingEvent):
    """A recording was taken in; the hashes say exactly which one.

    What was recorded stays in its folder: screenshots, and words that nobody has read over.
    `events` counts the manifest's lines, `steps` are the lines with which the cleaned steps
    begin, `gone` those of earlier editions that are none any more, `screenshots` maps names in
    the folder to SHA-256, `problems` kinds to how many.
    `created_at` is in microseconds since 1970.
    """

    type: ClassVar[str] = "recording.imported"
    name: str = ""
    description: str = ""
    platform: str = ""
    created_at: int | None = None
    folder: str = ""
    events: Count
    steps: list[Count] = []
    gone: list[Count] = []
    manifest_sha256: str
    screenshots: dict[str, str] = {}
    problems: dict[str, Count] = {}


class StepCardCompiled(RecordingEvent):
    """One recorded action was turned into an instruction without coordinates.

    `after` is what the page showed afterwards and did not show before: `place`, `title`, `heading`.
    """

    type: ClassVar[str] = "step_card.compiled"
    index: Count
    expected_current_state: str
    intent: str
    target: dict[str, Any]
    action_type: ActionType
    action_value: str | None = None
    post_action: str = ""
    after: dict[str, str] = {}
    sensitive: bool = False
    made_by: str = ""
    made_from_sha256: str


class WorkflowDrafted(RecordingEvent):
    """A task schema was compiled from step cards; `faults` says why it cannot be used as it is."""

    type: ClassVar[str] = "workflow.drafted"
    draft: dict[str, Any]
    faults: list[str] = []
    made_by: str = ""
    made_from_sha256: str


class WorkflowCompiled(RecordingEvent):
    """A workflow passed its checks and may be run."""

    type: ClassVar[str] = "workflow.compiled"
    workflow: dict[str, Any]
    made_by: str = ""
    made_from_sha256: str


class WorkflowEdited(RecordingEvent):
    """A person edited a workflow, or took an edit back; `workflow` is all of it as it is now.

    `base` is the id of the event whose workflow was edited, `undoes` that of an edit taken back.
    """

    type: ClassVar[str] = "workflow.edited"
    workflow: dict[str, Any]
    base: str
    undoes: str = ""
    reason: str = ""


class ModelDismissed(RecordingEvent):
    """A model's answers about a recording were unusable, so rules did what it was asked for.

    `questions` are the hashes of what it is not asked again, under this prompt.
    """

    type: ClassVar[str] = "model.dismissed"
    model: str
    endpoint: str = ""
    prompt: str
    questions: list[str]
    reason: str = ""


class WorkflowAllowed(RecordingEvent):
    """A person allowed agents to run a workflow as it is: an edit of it needs another permission.

    `hosts` may be opened besides those of the recording, `dangerous` lets steps run that delete,
    send, pay or save, and `profile` names the login with which it runs.
    """

    type: ClassVar[str] = "workflow.allowed"
    workflow_sha256: str
    hosts: list[str] = []
    dangerous: bool = False
    profile: str = ""


class WorkflowDisallowed(RecordingEvent):
    """A person took back that agents may run a workflow."""

    type: ClassVar[str] = "workflow.disallowed"
    reason: str = ""


class RerunStep(Part):
    """What became of one step of a run; `index` is its line in the recording."""

    index: Count
    verdict: Literal["done", "failed", "not run", "skipped"]
    seconds: float = 0.0
    found_by: str = ""
    note: str = ""


class WorkflowRerun(RecordingEvent):
    """A workflow was run again with given parameters; the values of sensitive ones are hidden.

    `failed_step` is the index of the step that failed; `expected` and `seen` say why, and `cause`
    is a code for it, such as "login". `outcome` says whether the end was as recorded: "met",
    "missed" or "unchecked".
    """

    type: ClassVar[str] = "workflow.rerun"
    run: str = ""
    parameters: dict[str, str]
    succeeded: bool
    steps_done: Count
    steps: list[RerunStep] = []
    seconds: float = 0.0
    failed_step: int | None = None
    expected: str = ""
    seen: str = ""
    cause: str = ""
    outcome: Literal["met", "missed", "unchecked", ""] = ""

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"{self.type}:{self.run}" if self.run else ""
