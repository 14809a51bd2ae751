"""What became of lessons in later sessions: by signals, and by what agents say of them."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Count, PayloadModel

Verdict = Literal["not helped", "wrong"]


class ContextInjected(PayloadModel):
    """Text was put before an agent: exactly this text, made of these lessons and insights."""

    type: ClassVar[str] = "context.injected"
    session: str
    text: str
    items: list[str]
    tokens: Count
    moment: str = ""

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.context(self.session)


class LessonObeyed(PayloadModel):
    """An agent did what a lesson says; `injected` tells whether it had been shown it."""

    type: ClassVar[str] = "lesson.obeyed"
    lesson: str
    session: str
    injected: bool = True
    evidence: str = ""

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.lesson(self.lesson)


class LessonRecurred(PayloadModel):
    """The failure that a lesson is about happened again."""

    type: ClassVar[str] = "lesson.recurred"
    lesson: str
    session: str
    injected: bool
    evidence: str = ""

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.lesson(self.lesson)


class LessonWithheld(PayloadModel):
    """A lesson that fitted was held back, so that its worth can be measured."""

    type: ClassVar[str] = "lesson.withheld"
    lesson: str
    session: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.context(self.session)

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return streams.withheld_key(self.lesson)


class LessonDisputed(PayloadModel):
    """An agent says that a lesson did not help it or is wrong; for a person to decide upon."""

    type: ClassVar[str] = "lesson.disputed"
    lesson: str
    session: str
    verdict: Verdict
    reason: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.reports(self.lesson)
