"""What became of lessons in later sessions: by signals, and by what agents say of them."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Count, PayloadModel
from blackboard.vocabulary import Effect, NextStep, Place

Verdict = Literal["not helped", "wrong"]


class ContextInjected(PayloadModel):
    """Text was put before an agent: exactly this text, made of these lessons and insights.

    `one_in` has the lessons that might have been held back, each from one session in so many.
    """

    type: ClassVar[str] = "context.injected"
    session: str
    text: str
    items: list[str]
    tokens: Count
    moment: str = ""
    one_in: dict[str, Count] = {}

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.context(self.session)


class ContextCleared(PayloadModel):
    """What a session was told before is no longer before its agent: its context was compacted.

    What is told after it counts as told; what was told before it may be told again.
    """

    type: ClassVar[str] = "context.cleared"
    session: str

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


class LessonFitted(PayloadModel):
    """A prompt or a call of a session was one at which a lesson would have been shown.

    Noted of what the session had been shown at its start, so that it is not taken for unfit.
    """

    type: ClassVar[str] = "lesson.fitted"
    lesson: str
    session: str
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
    """A lesson that fitted was held back, as from one session in so many, to measure its effect.

    Older events do not say how many; they have 0.
    """

    type: ClassVar[str] = "lesson.withheld"
    lesson: str
    session: str
    one_in: Count = 0

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.context(self.session)

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return streams.withheld_key(self.lesson)


class LessonAnnounced(PayloadModel):
    """A person was shown what he may do about a lesson next, with the command.

    That a sentence of his is remembered, or a next step of the ladder: each once for a lesson.
    `place` tells where he saw it.
    """

    type: ClassVar[str] = "lesson.announced"
    lesson: str
    place: Place
    step: NextStep = "remember"

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.announcement(self.lesson)

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"{self.type}:{self.step}"


class LessonMeasured(PayloadModel):
    """What the comparison of sessions with and without a lesson shows changed.

    `failed` of `sessions` with the lesson saw its failure again, `failed_without` of
    `sessions_without`; `low` and `high` bound the difference of the two shares. Without a verdict
    it is not known (any more) whether it helps.
    """

    type: ClassVar[str] = "lesson.measured"
    lesson: str
    verdict: Effect | Literal[""]
    failed: Count
    sessions: Count
    failed_without: Count
    sessions_without: Count
    low: float
    high: float

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.lesson(self.lesson)


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
