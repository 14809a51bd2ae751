"""What became of lessons in later sessions; told by signals, never by asking the agent."""

from __future__ import annotations

from typing import ClassVar

from blackboard.events.payload import Count, PayloadModel


class ContextInjected(PayloadModel):
    """Text was put before an agent: exactly this text, made of these lessons and insights."""

    type: ClassVar[str] = "context.injected"
    session: str
    text: str
    items: list[str]
    tokens: Count
    moment: str = ""


class LessonObeyed(PayloadModel):
    """An agent that was shown a lesson did what it says."""

    type: ClassVar[str] = "lesson.obeyed"
    lesson: str
    session: str
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
