"""Insights: short statements that a curator found worth keeping."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events.payload import Evidence, PayloadModel, Share, Text
from blackboard.vocabulary import InsightCategory, Scope, Trust


class InsightCurated(PayloadModel):
    """An insight was kept, or shown once more; it waits as a candidate until it is approved.

    Of version 1 each was approved at birth.
    """

    type: ClassVar[str] = "insight.curated"
    version: ClassVar[int] = 2
    insight: str
    statement: Text
    category: InsightCategory
    scope: Scope = "project"
    confidence: Share
    evidence: list[Evidence] = []
    actionable: bool = True
    learned_from: str = ""
    trust: Trust = "tool"
    status: Literal["candidate", "approved"] = "candidate"


class InsightApproved(PayloadModel):
    """A person or a policy stands behind the insight."""

    type: ClassVar[str] = "insight.approved"
    insight: str
    by: Literal["human", "policy"]
    reason: str = ""


class InsightPromoted(PayloadModel):
    """An insight of a project was found to hold everywhere."""

    type: ClassVar[str] = "insight.promoted"
    insight: str
    reason: str = ""


class InsightRetired(PayloadModel):
    """An insight is no longer offered."""

    type: ClassVar[str] = "insight.retired"
    insight: str
    reason: str


class InsightRestored(PayloadModel):
    """A decision about an insight was taken back; `undone` is the id of the event that told it."""

    type: ClassVar[str] = "insight.restored"
    insight: str
    undone: str
    reason: str = ""
