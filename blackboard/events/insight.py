"""Insights: short statements that a curator found worth keeping."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Evidence, OptionalText, PayloadModel, Share, Text
from blackboard.vocabulary import InsightCategory, Scope, Trust


class InsightEvent(PayloadModel):
    """Something that happened to one insight."""

    insight: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.insight(self.insight)


class InsightCurated(InsightEvent):
    """An insight was kept, or shown once more; it waits as a candidate until it is approved.

    Of version 1 each was approved at birth; `writer`, as of a lesson, is new in version 3.
    """

    type: ClassVar[str] = "insight.curated"
    version: ClassVar[int] = 3
    statement: Text
    category: InsightCategory
    scope: Scope = "project"
    confidence: Share
    evidence: list[Evidence] = []
    actionable: bool = True
    learned_from: str = ""
    writer: OptionalText = ""
    trust: Trust = "tool"
    status: Literal["candidate", "approved"] = "candidate"


class InsightReconsidered(InsightEvent):
    """Rules for what can be trusted changed, or more is known of who said what; it stands so now.

    Only the fields given are replaced. A person may approve it again.
    """

    type: ClassVar[str] = "insight.reconsidered"
    trust: Trust | None = None
    status: Literal["candidate"] | None = None
    scope: Literal["project"] | None = None
    reason: str = ""


class InsightApproved(InsightEvent):
    """A person or a policy approved the insight."""

    type: ClassVar[str] = "insight.approved"
    by: Literal["human", "policy"]
    reason: str = ""


class InsightRevised(InsightEvent):
    """An insight's words were changed; only the fields given are replaced."""

    type: ClassVar[str] = "insight.revised"
    statement: Text | None = None
    category: InsightCategory | None = None
    reason: str = ""


class InsightPromoted(InsightEvent):
    """An insight of a project was found to hold everywhere."""

    type: ClassVar[str] = "insight.promoted"
    reason: str = ""


class InsightRetired(InsightEvent):
    """An insight is no longer offered."""

    type: ClassVar[str] = "insight.retired"
    reason: str


class InsightRestored(InsightEvent):
    """A decision about an insight was taken back; `undone` is the id of the event that told it."""

    type: ClassVar[str] = "insight.restored"
    undone: str
    reason: str = ""


class InsightAnnotated(InsightEvent):
    """A person gave the reason of a decision afterwards; `decision` is the id of its event."""

    type: ClassVar[str] = "insight.annotated"
    decision: str
    reason: str
