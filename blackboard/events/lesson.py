"""Lessons: what went wrong, why, how it was mended, and what to do from now on."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events.payload import (
    Evidence,
    LineNumber,
    Part,
    PayloadModel,
    Share,
    Slug,
    Tag,
    Text,
)
from blackboard.vocabulary import Freshness, Phase, Scope, Severity, Status, Trust


class LessonText(Part):
    """The words of a lesson: the fields of a LessonRecord."""

    phase: Phase
    category: Slug
    severity: Severity
    symptom: Text
    root_cause: Text
    resolution: Text
    constraint: Text
    tags: list[Tag] = []


class LessonCreated(PayloadModel, LessonText):
    """A lesson was proposed.

    `paths`, `commands` and `signatures` are the moments in which it should come to mind:
    files, command prefixes, and error lines with their variable parts taken out.
    """

    type: ClassVar[str] = "lesson.created"
    lesson: str
    scope: Scope = "project"
    status: Status = "candidate"
    evidence: list[Evidence] = []
    trust: Trust = "tool"
    confidence: Share = 0.5
    learned_from: str = ""
    paths: list[str] = []
    commands: list[str] = []
    signatures: list[str] = []


class LessonDeduplicated(PayloadModel):
    """The same lesson was learnt again; `lesson` is the survivor, which gains the evidence."""

    type: ClassVar[str] = "lesson.deduplicated"
    lesson: str
    duplicate: str = ""
    similarity: Share = 1.0
    evidence: list[Evidence] = []
    signatures: list[str] = []


class LessonRevised(PayloadModel):
    """A lesson's words were changed; only the fields given are replaced."""

    type: ClassVar[str] = "lesson.revised"
    lesson: str
    phase: Phase | None = None
    category: Slug | None = None
    severity: Severity | None = None
    symptom: Text | None = None
    root_cause: Text | None = None
    resolution: Text | None = None
    constraint: Text | None = None
    tags: list[Tag] | None = None
    reason: str = ""


class LessonApproved(PayloadModel):
    """A person or a policy stands behind the lesson."""

    type: ClassVar[str] = "lesson.approved"
    lesson: str
    by: Literal["human", "policy"]
    reason: str = ""


class LessonRejected(PayloadModel):
    """A lesson was found wrong or useless."""

    type: ClassVar[str] = "lesson.rejected"
    lesson: str
    reason: str = ""


class LessonSuperseded(PayloadModel):
    """Another lesson says it better."""

    type: ClassVar[str] = "lesson.superseded"
    lesson: str
    by: str
    reason: str = ""


class LessonRetired(PayloadModel):
    """A lesson was right once and is no longer offered."""

    type: ClassVar[str] = "lesson.retired"
    lesson: str
    reason: str = ""


class LessonPromoted(PayloadModel):
    """A lesson of a project was found to hold everywhere."""

    type: ClassVar[str] = "lesson.promoted"
    lesson: str
    reason: str = ""


class LessonRestored(PayloadModel):
    """A decision about a lesson was taken back; `undone` is the id of the event that told it."""

    type: ClassVar[str] = "lesson.restored"
    lesson: str
    undone: str
    reason: str = ""


class LessonChecked(PayloadModel):
    """The lines that a lesson cites were looked for in their file, and it stands otherwise now.

    Told when what is found changes. It decides nothing: when the lines come back, the next check
    says so. `path` and lines are where they are, or where most of them is left.
    """

    type: ClassVar[str] = "lesson.checked"
    lesson: str
    freshness: Freshness
    path: str = ""
    first_line: LineNumber | None = None
    last_line: LineNumber | None = None
    reason: str = ""
