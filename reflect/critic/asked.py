"""Judge and refine with a model; the thresholds are applied here, not by the model."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from blackboard.harm import harms
from reflect.critic import rules
from reflect.critic.recommendation import CritiqueResult, Judgement, Recommendation, conclude
from reflect.critic.settings import CriticSettings
from reflect.model.model import Model
from reflect.prompts import as_data, load, shortened

_LONGEST = 4000
Score = Annotated[float, Field(ge=0, le=1)]
Reason = Annotated[str, Field(max_length=2000)]


class _Verdict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    actionable: Score
    actionable_reason: Reason
    fixes_issue: Score
    fixes_issue_reason: Reason
    specific: Score
    specific_reason: Reason
    harmless: Score
    harmless_reason: Reason
    side_effects: Annotated[list[Reason], Field(max_length=20)]
    refinement_suggestions: Reason


class _Refined(BaseModel):
    model_config = ConfigDict(extra="forbid")

    instruction: Annotated[str, Field(min_length=1, max_length=4000)]
    scope: Reason
    rationale: Reason


def critique(
    recommendation: Recommendation, settings: CriticSettings, model: Model
) -> CritiqueResult:
    """Judge a recommendation with a model; what the rules forbid stays forbidden.

    Raises:
        ModelError: the model gave no usable answer.
    """
    prompt = load("critique")
    verdict = model.ask(
        prompt.fill(recommendation=_quoted(recommendation)), _Verdict, prompt.purpose
    )
    effects = harms(recommendation.instruction)
    vague = rules.banned(recommendation.instruction, settings.rules.banned_phrases)
    actionable = Judgement(verdict.actionable, verdict.actionable_reason)
    if vague:
        actionable = Judgement(0.0, f"Say what to do instead of {vague[0]!r}.")
    return conclude(
        actionable=Judgement(0.0, f"Must not be done: it {effects[0]}.") if effects else actionable,
        fixes_issue=Judgement(0.0 if effects else verdict.fixes_issue, verdict.fixes_issue_reason),
        specific=Judgement(verdict.specific, verdict.specific_reason),
        harmless=Judgement(0.0 if effects else verdict.harmless, verdict.harmless_reason),
        harm=effects,
        side_effects=verdict.side_effects,
        suggestions=verdict.refinement_suggestions,
        dimensions=settings.dimensions,
        thresholds=settings.thresholds,
        judge="model",
    )


def refine(recommendation: Recommendation, result: CritiqueResult, model: Model) -> Recommendation:
    """Improve a recommendation with a model.

    Raises:
        ModelError: the model gave no usable answer.
    """
    prompt = load("refine")
    thread = prompt.fill(
        recommendation=_quoted(recommendation),
        critique=as_data("critique", result.refinement_suggestions or "It is not good enough."),
    )
    answer = model.ask(thread, _Refined, prompt.purpose).model_dump()
    fields = {name: text.strip() for name, text in answer.items() if text.strip()}
    return recommendation.model_copy(update=fields)  # fields that the model left empty stay


def _quoted(recommendation: Recommendation) -> str:
    fields = recommendation.model_dump(exclude={"id"})
    return "\n".join(
        as_data(name, shortened(text, _LONGEST)) for name, text in fields.items() if text.strip()
    )
