"""Lessons: what went wrong, why, how it was mended, and what to do from now on."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import (
    Count,
    Digest,
    Evidence,
    FilePath,
    LineNumber,
    OptionalText,
    Part,
    PayloadModel,
    Share,
    Slug,
    Tag,
    Text,
)
from blackboard.vocabulary import Freshness, Phase, Proof, Scope, Severity, Status, Trust


class LessonText(Part):
    """The words of a lesson: the fields of a LessonRecord.

    What nobody stated is empty: nothing is made up for it.
    """

    phase: Phase
    category: Slug
    severity: Severity
    symptom: OptionalText
    root_cause: OptionalText
    resolution: OptionalText
    constraint: Text
    tags: list[Tag] = []


class LessonEvent(PayloadModel):
    """Something that happened to one lesson."""

    lesson: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.lesson(self.lesson)


class LessonCreated(LessonEvent, LessonText):
    """A lesson was proposed.

    `paths`, `commands` and `signatures` are the moments in which it should come to mind:
    files, command prefixes, and error lines with their variable parts taken out. `writer` is who
    worded it, where its trust does not say so (`blackboard/views/writers.py`); version 1 had none.

    `proof` is what structure proves of a lesson that a model proposed: that a `person` said what it
    quotes, that his `message` contained it (he may have pasted it), that the two calls of a `fix`
    failed and passed, that the steps of a `procedure` passed in this order after a session's last
    change, or that its `conclusion` rests on what it cites. `asked` is the model and the version of
    its prompt.
    """

    type: ClassVar[str] = "lesson.created"
    version: ClassVar[int] = 2
    scope: Scope = "project"
    status: Status = "candidate"
    evidence: list[Evidence] = []
    trust: Trust = "tool"
    confidence: Share = 0.5
    learned_from: str = ""
    writer: OptionalText = ""
    proof: Proof = ""
    asked: str = ""
    paths: list[str] = []
    commands: list[str] = []
    signatures: list[str] = []


class LessonDeduplicated(LessonEvent):
    """The same lesson was learnt again; `lesson` is the survivor, which gains the evidence.

    `trust` is that of the evidence: what is trusted less than the lesson shows it in no session.
    """

    type: ClassVar[str] = "lesson.deduplicated"
    duplicate: str = ""
    similarity: Share = 1.0
    evidence: list[Evidence] = []
    signatures: list[str] = []
    trust: Trust | None = None

    def stream_in(self, project: str | None) -> str:
        """The stream of the lesson that it would have been."""
        return streams.lesson(self.duplicate or self.lesson)


class LessonRevised(LessonEvent):
    """A lesson's words were changed; only the fields given are replaced.

    `rests_on` are the ids of events whose words are among the new ones: forgetting one of them
    takes the new words away. Version 1 had neither that nor `commands`.
    """

    type: ClassVar[str] = "lesson.revised"
    version: ClassVar[int] = 2
    phase: Phase | None = None
    category: Slug | None = None
    severity: Severity | None = None
    symptom: OptionalText | None = None
    root_cause: OptionalText | None = None
    resolution: OptionalText | None = None
    constraint: Text | None = None
    tags: list[Tag] | None = None
    commands: list[str] | None = None
    rests_on: list[str] = []
    reason: str = ""


class LessonApproved(LessonEvent):
    """A person or a policy stands behind the lesson; `despite` names the harm that he saw in it."""

    type: ClassVar[str] = "lesson.approved"
    version: ClassVar[int] = 2
    by: Literal["human", "policy"]
    reason: str = ""
    despite: list[str] = []


class LessonRejected(LessonEvent):
    """A lesson was found wrong or useless."""

    type: ClassVar[str] = "lesson.rejected"
    reason: str = ""


class LessonSuperseded(LessonEvent):
    """Another lesson says it better."""

    type: ClassVar[str] = "lesson.superseded"
    by: str
    reason: str = ""


class LessonContradicted(LessonEvent):
    """Another lesson or insight says the opposite, or seems to; nothing is decided by it."""

    type: ClassVar[str] = "lesson.contradicted"
    other: str
    verdict: Literal["opposite", "unsure"]


class LessonReconciled(LessonEvent):
    """A person says that a lesson and another one can both be followed."""

    type: ClassVar[str] = "lesson.reconciled"
    other: str
    reason: str = ""


class LessonRetired(LessonEvent):
    """A lesson was right once and is no longer offered."""

    type: ClassVar[str] = "lesson.retired"
    reason: str = ""


class LessonPromoted(LessonEvent):
    """A lesson of a project was found to hold everywhere."""

    type: ClassVar[str] = "lesson.promoted"
    reason: str = ""


class LessonRestored(LessonEvent):
    """A decision about a lesson was taken back; `undone` is the id of the event that told it."""

    type: ClassVar[str] = "lesson.restored"
    undone: str
    reason: str = ""


class LessonAnnotated(LessonEvent):
    """A person gave the reason of a decision afterwards; `decision` is the id of its event."""

    type: ClassVar[str] = "lesson.annotated"
    decision: str
    reason: str


class LessonPinned(LessonEvent):
    """A person wants a lesson shown whenever it fits: no policy holds it back or retires it."""

    type: ClassVar[str] = "lesson.pinned"
    reason: str = ""


class LessonUnpinned(LessonEvent):
    """A pinned lesson is left to the policy again."""

    type: ClassVar[str] = "lesson.unpinned"
    reason: str = ""


class LessonReconsidered(LessonEvent):
    """Rules for what can be trusted changed, or more is known of who said what; it stands so now.

    Only the fields given are replaced. `sessions` are those that show it by attested evidence. A
    person may approve it again.
    """

    type: ClassVar[str] = "lesson.reconsidered"
    trust: Trust | None = None
    status: Literal["candidate"] | None = None
    scope: Literal["project"] | None = None
    sessions: list[str] | None = None
    reason: str = ""


class LessonChecked(LessonEvent):
    """The lines that a lesson cites were looked for in their file, and it stands otherwise now.

    Told when what is found changes. It decides nothing: when the lines come back, the next check
    says so. `path` and lines are where they are, or where most of them is left.
    """

    type: ClassVar[str] = "lesson.checked"
    freshness: Freshness
    path: str = ""
    first_line: LineNumber | None = None
    last_line: LineNumber | None = None
    reason: str = ""


class LessonCompiled(LessonEvent):
    """A person had a check made of a lesson: a line, a hook, a setting or a test of the repository.

    `digest` is that of the so many lines of `file` that the check consists of, without the white
    space around and between their words. `item` names the check within its file where its kind
    knows it by a name, such as a linter's rule. Without a branch it was given out as a patch.
    """

    type: ClassVar[str] = "lesson.compiled"
    kind: Slug
    file: FilePath
    lines: LineNumber
    digest: Digest
    item: str = ""
    branch: str = ""
    pr: LineNumber | None = None
    url: str = ""


class LessonResting(LessonEvent):
    """The default branch has the check that was made of a lesson; agents are not told it any more.

    `commit` is where that was seen, and `committed_at` its time, in microseconds since 1970: a
    clone that is behind it says nothing about the check.
    """

    type: ClassVar[str] = "lesson.resting"
    kind: Slug
    file: FilePath
    commit: str
    committed_at: Count
    reason: str = ""


class LessonWoken(LessonEvent):
    """Agents are told a lesson again: its check is gone, or a person wants both.

    After a person's word the check is not looked for any more, until another one is made.
    """

    type: ClassVar[str] = "lesson.woken"
    by: Literal["check", "human"]
    commit: str = ""
    committed_at: Count | None = None
    reason: str = ""


class LessonFailed(LessonEvent):
    """A step of a procedure could not be run in a session that had been shown it; it rests.

    `evidence` is the id of the failed call. Agents are shown it again once it passed in another
    session, or when a person undoes this.
    """

    type: ClassVar[str] = "lesson.failed"
    session: str
    step: Text
    evidence: str
    reason: str = ""
