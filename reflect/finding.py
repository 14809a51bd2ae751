"""What was learnt, with its evidence, before it is compared with what is already known."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import ClassVar, Literal

from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.vocabulary import InsightCategory, Proof, Scope, Status, Trust

View = Literal["lessons", "insights"]


@dataclass(frozen=True)
class Finding:
    """A lesson with its evidence; findings of the same project and `key` are one lesson.

    `occasion` names what happened uniquely (a tool call, a message), so that the same happening
    recorded in two transcripts is counted once.

    `noted` says that its author wrote it down to be remembered: then a fact is enough, it need not
    be an instruction.

    `name` is the id that its author gave it, if any. `verbatim` keeps its words as they are,
    whatever better ones the critic has. `stated` says that a person states it here and now, and
    so approves it, whatever harm `despite` names; `status` is what its author said of it,
    which approves nothing.

    `writer` is who worded it, where its trust does not say so (`blackboard/views/writers.py`).
    `proof` and `asked` are of what a model proposed (`LessonCreated`).

    `alone` says that one session is enough to teach it; otherwise the problem must come back in
    another. `forms` are the commands that the text names, the one that failed first.
    """

    view: ClassVar[View] = "lessons"

    key: str
    occasion: str
    text: LessonText
    evidence: tuple[Evidence, ...]
    trust: Trust
    confidence: float
    occurred_at: int
    paths: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    name: str = ""
    scope: Scope = "project"
    status: Status = "candidate"
    verbatim: bool = False
    noted: bool = False
    stated: bool = False
    despite: tuple[str, ...] = ()
    alone: bool = True
    forms: tuple[str, str] | None = None
    writer: str = ""
    proof: Proof = ""
    asked: str = ""

    @property
    def rule(self) -> str:
        """The sentence that is compared with other rules."""
        return self.text.constraint

    def lesson_id(self, project: str | None) -> str:
        """The lesson's id, the same in every session that teaches it."""
        text = f"{project or ''}\n{self.key}"
        return self.name or f"lesson-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


@dataclass(frozen=True)
class InsightFinding:
    """A statement about a project with its evidence; `learned_from` is a session, or how.

    `stated` and `writer` are as of a lesson.
    """

    view: ClassVar[View] = "insights"

    statement: str
    category: InsightCategory
    actionable: bool
    evidence: tuple[Evidence, ...]
    trust: Trust
    confidence: float
    occurred_at: int
    learned_from: str
    quotes: tuple[str, ...] = ()
    scope: Scope = "project"
    stated: bool = False
    writer: str = ""

    @property
    def rule(self) -> str:
        """The sentence that is compared with other rules."""
        return self.statement

    @property
    def occasion(self) -> str:
        """What happened uniquely: where it was learnt, and its first proof."""
        first = self.evidence[0].event_id if self.evidence else ""
        return f"{self.learned_from}:{first}"

    def insight_id(self, project: str | None) -> str:
        """The insight's id, the same wherever those words are found in a project."""
        return insight_name(self.statement, project)


def insight_name(statement: str, project: str | None) -> str:
    """The id of the insight that states such words in a project."""
    text = f"{project or ''}\n{' '.join(statement.lower().split())}"
    return f"insight-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
