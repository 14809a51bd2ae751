"""A recommendation and its critique."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from reflect.critic.settings import Dimensions, Thresholds

Decision = Literal["accept", "refine", "discard"]
"""What one critique asks for."""

Veto = Literal["harm", "actionable", "fixes_issue"]
"""What no score makes up for: damage, or a score high enough without these dimensions."""

Outcome = Literal["accepted", "refined", "vetoed", "discarded", "not_good_enough", "duplicate"]
"""What became of a recommendation, once.

`refined` is accepted after refinement, `discarded` scored below `discard_threshold`, and
`not_good_enough` is between the thresholds when refinement is exhausted.
"""


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
    veto: Veto | None = None

    @property
    def decision(self) -> Decision:
        """What to do with the recommendation."""
        return "discard" if self.should_discard else "refine" if self.needs_refinement else "accept"

    @property
    def veto_reason(self) -> str:
        """Why it is vetoed; empty without a veto."""
        if self.veto is None:
            return ""
        return self.fixes_issue_reason if self.veto == "fixes_issue" else self.actionable_reason

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
    harm: Sequence[str] = (),
) -> CritiqueResult:
    """Weigh four judgements and apply the thresholds, for rules and models alike.

    What does harm is vetoed whatever it scores, and is not refined. What scores enough without
    being actionable or fixing its issue is vetoed too, and may be refined.
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
    enough = score >= thresholds.quality_threshold
    veto = _veto(harm, actionable, fixes_issue) if harm or enough else None
    discard = bool(harm) or score < thresholds.discard_threshold
    return CritiqueResult(
        actionable.holds,
        actionable.reason,
        fixes_issue.holds,
        fixes_issue.reason,
        specific.holds,
        specific.reason,
        [*harm, *side_effects],
        score,
        discard,
        not discard and (veto is not None or not enough),
        suggestions,
        judge,
        veto,
    )


def _veto(harm: Sequence[str], actionable: Judgement, fixes_issue: Judgement) -> Veto | None:
    if harm:
        return "harm"
    if not actionable.holds:
        return "actionable"
    return None if fixes_issue.holds else "fixes_issue"
