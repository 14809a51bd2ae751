"""A recommendation and its critique."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from reflect.critic.settings import Dimensions, Thresholds

Decision = Literal["accept", "refine", "discard"]


class Recommendation(BaseModel):
    """Advice: what to do, where, why, and for which issue."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    instruction: str = Field(max_length=100_000)
    scope: str = Field(default="", max_length=100_000)
    rationale: str = Field(default="", max_length=100_000)
    issue: str = Field(default="", max_length=100_000)
    id: str = Field(default="", max_length=200)

    @model_validator(mode="before")
    @classmethod
    def _drop_nulls(cls, data: object) -> object:
        """Treat null as missing; the instruction is required."""
        if not isinstance(data, dict):
            return data
        return {name: value for name, value in data.items() if value is not None}


@dataclass(frozen=True)
class Judgement:
    """How well one dimension is met, from 0 to 1, and why."""

    score: float
    reason: str

    @property
    def holds(self) -> bool:
        """Whether the dimension counts as met."""
        return self.score >= 0.5  # more than half


@dataclass(frozen=True)
class CritiqueResult:
    """The four judgements, the weighted score, and the decision by the thresholds."""

    actionable: bool
    actionable_reason: str
    fixes_issue: bool
    fixes_issue_reason: str
    specific: bool
    specific_reason: str
    side_effects: list[str]
    quality_score: float
    should_discard: bool
    needs_refinement: bool
    refinement_suggestions: str
    judge: Literal["rules", "model"] = field(default="rules", compare=False)

    @property
    def decision(self) -> Decision:
        """What to do with the recommendation."""
        return "discard" if self.should_discard else "refine" if self.needs_refinement else "accept"

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return asdict(self)


def conclude(
    *,
    actionable: Judgement,
    fixes_issue: Judgement,
    specific: Judgement,
    harmless: Judgement,
    side_effects: list[str],
    suggestions: str,
    dimensions: Dimensions,
    thresholds: Thresholds,
    judge: Literal["rules", "model"],
) -> CritiqueResult:
    """Weigh four judgements and apply the thresholds, for rules and models alike.

    A recommendation that is not actionable, or does not fix its issue, is never accepted unchanged,
    whatever the other dimensions score.
    """
    weighed = [
        (dimensions.actionable.weight, actionable.score),
        (dimensions.fixes_issue.weight, fixes_issue.score),
        (dimensions.specific.weight, specific.score),
        (dimensions.side_effects.weight, harmless.score),
    ]
    total = sum(weight for weight, _ in weighed)
    score = sum(weight * part for weight, part in weighed) / total if total else 0.0
    score = round(min(1.0, max(0.0, score)), 4)
    discard = score < thresholds.discard_threshold
    good = score >= thresholds.quality_threshold and actionable.holds and fixes_issue.holds
    return CritiqueResult(
        actionable.holds,
        actionable.reason,
        fixes_issue.holds,
        fixes_issue.reason,
        specific.holds,
        specific.reason,
        side_effects,
        score,
        discard,
        not discard and not good,
        suggestions,
        judge,
    )
