"""What a model was asked about a session or project, and which of its proposals were refused."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Count, PayloadModel

Purpose = Literal["propose", "correct", "join"]


class UnderstandingEvent(PayloadModel):
    """Something that asking a model about one subject brought."""

    subject: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.reflection(self.subject)


class ModelAnswered(UnderstandingEvent):
    """A model answered a question about a session (`propose`, `correct`) or a project (`join`).

    `asked` is the model, `prompt` its prompt with its version. The question is kept as it was sent,
    for whoever wants to know what left the machine; `lessons` are those that stand in it. `until`
    is the time at which the newest lesson of a project was learnt that was asked about.
    """

    type: ClassVar[str] = "model.answered"
    purpose: Purpose
    asked: str
    prompt: str
    question: str
    answer: str
    lessons: list[str] = []
    until: Count = 0


class ProposalRefused(UnderstandingEvent):
    """A proposal of a model was not kept: its proof failed, or the second question took it out."""

    type: ClassVar[str] = "proposal.refused"
    text: str
    reason: str
    asked: str = ""


class SessionUnderstood(UnderstandingEvent):
    """All questions about a session were answered, and what was proven is kept.

    `until` is the version of the session's stream up to which it was shown; `content` is a hash of
    what it says, the same for a copy of the session.
    """

    type: ClassVar[str] = "session.understood"
    until: Count
    content: str
