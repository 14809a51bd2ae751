"""What happened to the board itself."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Count, PayloadModel


class PayloadForgotten(PayloadModel):
    """The payload of an event was erased; `because_of` is the event it was asked for."""

    type: ClassVar[str] = "payload.forgotten"
    setting: ClassVar[bool] = True
    event_id: str
    reason: str
    because_of: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.forgotten(self.event_id)


class StreamClosed(PayloadModel):
    """A stream takes no more events, nor do those that continue its name after a slash.

    Told when a whole session is forgotten, so that no later import brings it back.
    """

    type: ClassVar[str] = "stream.closed"
    setting: ClassVar[bool] = True
    stream: str
    reason: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.closed(self.stream)


class RetentionConfirmed(PayloadModel):
    """A person had old sessions forgotten by these limits, which the worker applies from then on.

    A limit that is missing was not set. With others than those in the settings nothing is forgotten
    until they are confirmed as well.
    """

    type: ClassVar[str] = "retention.confirmed"
    setting: ClassVar[bool] = True
    days: Count | None = None
    megabytes: Count | None = None

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.RETENTION


class ModelCalled(PayloadModel):
    """A language model was asked; neither the key nor the question is kept.

    `mode` is how a structured answer was asked for, empty where none was.
    """

    type: ClassVar[str] = "model.called"
    model: str
    endpoint: str = ""
    mode: str = ""
    purpose: str
    input_tokens: Count = 0
    output_tokens: Count = 0
    milliseconds: Count = 0
    outcome: Literal["ok", "refused", "invalid", "timeout", "error"]
    detail: str = ""

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.model(self.model)
