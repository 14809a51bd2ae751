"""Recommendations and what the critic said of them."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events.payload import PayloadModel, Share


class RecommendationProposed(PayloadModel):
    """Somebody recommends a change."""

    type: ClassVar[str] = "recommendation.proposed"
    recommendation: str
    instruction: str
    scope: str = ""
    rationale: str = ""
    issue: str = ""


class CritiqueRecorded(PayloadModel):
    """A recommendation was judged in four dimensions."""

    type: ClassVar[str] = "critique.recorded"
    recommendation: str
    actionable: bool
    actionable_reason: str = ""
    fixes_issue: bool
    fixes_issue_reason: str = ""
    specific: bool
    specific_reason: str = ""
    side_effects: list[str] = []
    quality_score: Share
    should_discard: bool
    needs_refinement: bool
    refinement_suggestions: str = ""
    judge: Literal["rules", "model"] = "rules"


class RecommendationRefined(PayloadModel):
    """A recommendation was rewritten after a critique."""

    type: ClassVar[str] = "recommendation.refined"
    recommendation: str
    instruction: str
    scope: str = ""
    rationale: str = ""
    iteration: int = 1


class RecommendationAccepted(PayloadModel):
    """A recommendation is good enough to keep."""

    type: ClassVar[str] = "recommendation.accepted"
    recommendation: str
    quality_score: Share


class RecommendationDiscarded(PayloadModel):
    """A recommendation was dropped."""

    type: ClassVar[str] = "recommendation.discarded"
    recommendation: str
    reason: Literal["quality", "duplicate"]
    duplicate_of: str | None = None
    quality_score: Share | None = None
