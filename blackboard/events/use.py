"""What became of lessons in later sessions: by signals, and by what agents say of them."""

from __future__ import annotations

from typing import ClassVar, Literal

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


class LessonObeyed(PayloadModel):
    """An agent did what a lesson says; `injected` tells whether it had been shown it."""

    type: ClassVar[str] = "lesson.obeyed"
    lesson: str
    session: str
    injected: bool = True
    evidence: str = ""


class LessonRecurred(PayloadModel):
    """The failure that a lesson is about happened again."""

    type: ClassVar[str] = "lesson.recurred"
    lesson: str
    session: str
    injected: bool
    evidence: str = ""


class LessonWithheld(PayloadModel):
    """A lesson that fitted was held back, so that its worth can be measured."""

    type: ClassVar[str] = "lesson.withheld"
    lesson: str
    session: str


class LessonDisputed(PayloadModel):
    """An agent says that a lesson did not help it or is wrong; for a person to decide upon."""

    type: ClassVar[str] = "lesson.disputed"
    lesson: str
    session: str
    verdict: Verdict
    reason: str
