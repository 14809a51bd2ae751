"""What people decide about being remembered: off for a project or a session, and on again."""

from __future__ import annotations

from typing import ClassVar

from pydantic import model_validator

from blackboard.events import streams
from blackboard.events.payload import PayloadModel


class _OfOne(PayloadModel):
    setting: ClassVar[bool] = True
    project: str | None = None
    session: str | None = None

    @model_validator(mode="after")
    def _names_one(self) -> _OfOne:
        if (self.project is None) == (self.session is None):
            raise ValueError("names either a project or a session")
        return self

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        about = f"session:{self.session}" if self.session else f"project:{self.project}"
        return streams.capture(about)


class CaptureDisabled(_OfOne):
    """From now on nothing of a project, or of a session, is captured, imported or told."""

    type: ClassVar[str] = "capture.disabled"
    reason: str = ""


class CaptureEnabled(_OfOne):
    """It is captured, imported and told again.

    What happened while it was off stays out, unless `catch_up` says that it comes in as well.
    """

    type: ClassVar[str] = "capture.enabled"
    catch_up: bool = False
