"""Recommendations and what the critic said of them."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import PayloadModel, Share


class RecommendationEvent(PayloadModel):
    """Something that happened to one recommendation."""

    recommendation: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.recommendation(self.recommendation)


class RecommendationProposed(RecommendationEvent):
    """Somebody recommends a change."""

    type: ClassVar[str] = "recommendation.proposed"
    instruction: str
    scope: str = ""
    rationale: str = ""
    issue: str = ""


class CritiqueRecorded(RecommendationEvent):
    """A recommendation was judged in four dimensions."""

    type: ClassVar[str] = "critique.recorded"
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


class RecommendationRefined(RecommendationEvent):
    """A recommendation was rewritten after a critique."""

    type: ClassVar[str] = "recommendation.refined"
    instruction: str
    scope: str = ""
    rationale: str = ""
    iteration: int = 1


class RecommendationAccepted(RecommendationEvent):
    """A recommendation is good enough to keep."""

    type: ClassVar[str] = "recommendation.accepted"
    quality_score: Share


class RecommendationVetoed(RecommendationEvent):
    """A recommendation was not accepted whatever it scored, because of one thing.

    The veto is `harm`, or the dimension that is not met though the score is high enough.
    """

    type: ClassVar[str] = "recommendation.vetoed"
    veto: Literal["harm", "actionable", "fixes_issue"]
    reason: str = ""
    quality_score: Share


class RecommendationDeclined(RecommendationEvent):
    """A recommendation was not good enough: between the thresholds when refinement was exhausted.

    Its outcome is `not_good_enough`.
    """

    type: ClassVar[str] = "recommendation.declined"
    quality_score: Share


class RecommendationDiscarded(RecommendationEvent):
    """A recommendation was dropped."""

    # `quality` is a score below `discard_threshold`. Before there were vetoes and `declined`, it
    # was all that was not accepted: `discarded_as` in the view tells them apart.

    type: ClassVar[str] = "recommendation.discarded"
    reason: Literal["quality", "duplicate"]
    duplicate_of: str | None = None
    quality_score: Share | None = None
