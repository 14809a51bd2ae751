"""A lesson as it was found, before it is compared with what is already known."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.vocabulary import Trust


@dataclass(frozen=True)
class Finding:
    """A lesson with its evidence; findings of the same project and `key` are one lesson.

    `occasion` names what happened uniquely (a tool call, a message), so that the same happening
    told in two transcripts is counted once.
    """

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

    def lesson_id(self, project: str | None) -> str:
        """The lesson's id, the same in every session that teaches it."""
        text = f"{project or ''}\n{self.key}"
        return f"lesson-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
