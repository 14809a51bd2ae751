"""The critic's part in the pipeline: what it is asked, and what its verdict means; pure."""

from __future__ import annotations

from dataclasses import replace

from blackboard.event import NewEvent
from blackboard.events.critique import CritiqueRecorded, RecommendationProposed
from reflect.critic.process import Review, events
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.finding import Finding, InsightFinding
from reflect.pipeline.gate import is_passed_on, problems
from reflect.trust import least

_OPINION = (RecommendationProposed.type, CritiqueRecorded.type)
_REFUSES = {
    "vetoed": "vetoes it",
    "discarded": "discards it",
    "not_good_enough": "does not find that good enough",
}


def as_recommendation(found: Finding | InsightFinding, project: str | None) -> Recommendation:
    """As the critic sees it: the rule, and of a lesson where it applies, why, what went wrong."""
    if isinstance(found, InsightFinding):
        reasons = " ".join(found.quotes)[:2000]
        name = found.insight_id(project)
        return Recommendation(id=name, instruction=found.statement, rationale=reasons)
    return Recommendation(
        id=found.lesson_id(project),
        instruction=found.text.constraint,
        scope=", ".join((*found.paths, *found.commands)),
        rationale=found.text.root_cause,
        issue=found.text.symptom,
    )


def in_best_words(found: Finding | InsightFinding, review: Review) -> Finding | InsightFinding:
    """What was learnt, in the last form that the critic gave it and that passes the gate."""
    if _keeps_words(found):
        return found
    for form, critique in reversed(review.forms[1:]):
        worded = _with_rule(found, form.instruction)
        if not problems(worded):
            return worded if critique.judge == "rules" else _worded_by_model(worded)
    return found


def why_refused(found: Finding | InsightFinding, review: Review) -> list[str]:
    """What the critic has against it; empty when it may be kept.

    A lesson that is not good enough, or is vetoed without doing harm, waits as a candidate; an
    insight is a sentence without a story, so it must be accepted, unless it is a person's. What
    a person said in few words waits too, but not what does damage: only what they state to the
    board itself is kept whatever the critic says.
    """
    kept = _of_kept_words(found, review)
    critique = kept.critique
    if critique is None or critique.decision == "accept":
        return []
    may_wait = isinstance(found, Finding) or found.trust == "human"
    if (may_wait and critique.decision == "refine") or _is_excused(found, critique):
        return []
    return [_objection(kept, critique)]


def _is_excused(found: Finding | InsightFinding, critique: CritiqueResult) -> bool:
    """Whether a person's words are kept, though the critic would discard them.

    An insight was read out of what they said for another purpose, so it is not. A sentence that
    an agent passes on may be an unattested person's: it waits for them.
    """
    by_human = isinstance(found, Finding) and (found.trust == "human" or is_passed_on(found))
    return found.stated or (by_human and not critique.side_effects)


def _objection(review: Review, critique: CritiqueResult) -> str:
    """What a critic has against something, in words."""
    harm = ", ".join(critique.side_effects)
    why = harm or critique.veto_reason or critique.refinement_suggestions
    done = _REFUSES.get(review.outcome or "", "does not accept it")
    verdict = f"the critic gives it {critique.quality_score:.2f} and {done}"
    return f"{verdict}: {why}" if why else verdict


def judged(found: Finding | InsightFinding, review: Review, project: str | None) -> list[NewEvent]:
    """What the critic said, and its outcome.

    Of a person's words that are kept it says only what it thinks of them.
    """
    review = _of_kept_words(found, review)
    told = events(review, project=project)
    if found.trust != "human" or why_refused(found, review):
        return told
    return [event for event in told if event.type in _OPINION]


def _of_kept_words(found: Finding | InsightFinding, review: Review) -> Review:
    """The critic's course as far as it is about the words that are kept."""
    return Review(review.original, review.forms[:1]) if _keeps_words(found) else review


def _keeps_words(found: Finding | InsightFinding) -> bool:
    return found.trust == "human" or (isinstance(found, Finding) and found.verbatim)


def _worded_by_model(found: Finding | InsightFinding) -> Finding | InsightFinding:
    """A model that refines a rule is one more source of it, and has the words."""
    return replace(found, trust=least((found.trust, "model")), writer="model")


def _with_rule(found: Finding | InsightFinding, rule: str) -> Finding | InsightFinding:
    if isinstance(found, InsightFinding):
        return replace(found, statement=rule)
    return replace(found, text=found.text.model_copy(update={"constraint": rule}))
