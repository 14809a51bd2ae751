"""Lessons and insights that are not told in a session or a project any more."""

from __future__ import annotations

from typing import ClassVar

from pydantic import model_validator

from blackboard.events import streams
from blackboard.events.payload import PayloadModel


class _InAPlace(PayloadModel):
    """A decision about one lesson or insight, in one session or one project."""

    setting: ClassVar[bool] = True
    lesson: str
    session: str | None = None
    project: str | None = None

    @model_validator(mode="after")
    def _names_one_place(self) -> _InAPlace:
        if (self.session is None) == (self.project is None):
            raise ValueError("names either a session or a project")
        return self

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        about = f"session:{self.session}" if self.session else f"project:{self.project}"
        return streams.mutes(about)


class LessonMuted(_InAPlace):
    """It is told there no more, and its guard refuses nothing there."""

    type: ClassVar[str] = "lesson.muted"
    reason: str = ""


class LessonUnmuted(_InAPlace):
    """It is told there again."""

    type: ClassVar[str] = "lesson.unmuted"
