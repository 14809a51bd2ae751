"""What becomes of something learnt; pure.

The steps, the same for every way in: the gate, what is known already, the critic, what it
contradicts, the policy. A person who states a rule is not refused by the critic and not overruled
by what the board knows; both are recorded, and given back to be shown to him.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from blackboard.event import NewEvent
from blackboard.events.critique import RecommendationAccepted, RecommendationDiscarded
from blackboard.events.insight import InsightApproved
from blackboard.events.lesson import LessonApproved
from blackboard.events.payload import new
from blackboard.views.view import Row
from reflect.critic.process import Review, events
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.curator.policy import why_approved
from reflect.curator.settings import CuratorSettings
from reflect.finding import Finding, InsightFinding
from reflect.pipeline.contradictions import settle, why_it_stands
from reflect.pipeline.events import Place, creation, id_of, recurrence, said_of
from reflect.pipeline.gate import problems
from reflect.pipeline.known import Known, Neighbour

Outcome = Literal["created", "recurred", "refused", "known"]

PERSON = "human"
STATED = "stated by a person"
_POLICY = "curator"
_OUTCOMES = (RecommendationAccepted.type, RecommendationDiscarded.type)


@dataclass(frozen=True)
class Decision:
    """The events that follow, and what they come to.

    The first event is the one that keeps it; a decision that refuses says why, and has only what
    the critic said. `id` is the lesson or insight that says it now, `opposed` what says the
    opposite and was offered.
    """

    outcome: Outcome
    id: str = ""
    events: tuple[NewEvent, ...] = ()
    refused: tuple[str, ...] = ()
    opposed: tuple[Neighbour, ...] = ()


def decide(
    found: Finding | InsightFinding,
    place: Place,
    known: Known,
    review: Review | None,
    policy: CuratorSettings,
) -> Decision:
    """What follows from something learnt.

    Args:
        found: what was learnt.
        place: where, and by whom.
        known: what the board knows of it.
        review: what the critic made of it; None when it was not asked.
        policy: what needs no person.
    """
    against = why_unfit(found, policy)
    if against:
        return Decision("refused", refused=tuple(against))
    if known.is_forgotten:
        return Decision("known")
    same = known.lesson or known.survivor(found.view)
    if same is not None:
        return _again(found, same, known.opposed, known.row, place)
    if review is None:
        return Decision("refused", refused=("what it was known as was forgotten meanwhile",))
    judged = tuple(_judged(found, review, place.project))
    against = why_discarded(found, review)
    if against:
        return Decision("refused", events=judged, refused=tuple(against))
    return _kept(in_best_words(found, review), judged, known.opposed, place, policy)


def why_unfit(found: Finding | InsightFinding, policy: CuratorSettings) -> list[str]:
    """What the gate has against it, and for an insight that it is not sure enough."""
    against = problems(found)
    if isinstance(found, InsightFinding) and found.confidence <= policy.least_confidence:
        least = policy.least_confidence
        against.append(f"it is not sure enough: {found.confidence:g}, and only above {least:g}")
    return against


def why_discarded(found: Finding | InsightFinding, review: Review) -> list[str]:
    """What the critic has against it; empty when it may be kept.

    A lesson that is neither good nor bad waits as a candidate; an insight is a sentence without
    a story, so it must be good. A human's words are kept whatever the critic thinks.
    """
    critique = _of_kept_words(found, review).critique
    if critique is None or critique.decision == "accept":
        return []
    if isinstance(found, Finding) and (found.trust == "human" or critique.decision == "refine"):
        return []
    return [objection(critique)]


def objection(critique: CritiqueResult) -> str:
    """What a critic has against something, in words."""
    why = ", ".join(critique.side_effects) or critique.refinement_suggestions
    score = f"the critic gives it {critique.quality_score:.2f}"
    return f"{score}: {why}" if why else score


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
    for form, _ in reversed(review.forms[1:]):
        worded = _with_rule(found, form.instruction)
        if not problems(worded):
            return worded
    return found


def _again(
    found: Finding | InsightFinding,
    same: Neighbour | str,
    opposed: Sequence[Neighbour],
    row: Row | None,
    place: Place,
) -> Decision:
    """It is known: the known one gains the evidence, and a person who states it approves that."""
    seen = recurrence(found, same, place)
    row = row if isinstance(same, str) else same.row
    name = same if isinstance(same, str) else str(same.row["id"])
    if not found.stated or row is None:
        return Decision("recurred", name, (seen,))
    settled = settle(found, name, opposed, place)
    approved = [] if row["status"] == "approved" else [_stated(found, name, opposed, place)]
    return Decision("recurred", name, (seen, *settled, *approved), opposed=tuple(opposed))


def _kept(
    found: Finding | InsightFinding,
    judged: Sequence[NewEvent],
    opposed: Sequence[Neighbour],
    place: Place,
    policy: CuratorSettings,
) -> Decision:
    """It is new: a candidate, unless it loses to what it contradicts or somebody approves it."""
    name = id_of(found, place.project)
    settled = settle(found, name, opposed, place)
    lost = any(each.stream == _stream(found, name) for each in settled)
    approved = [] if lost else _approval(found, name, opposed, place, policy)
    events = (creation(found, name, place), *judged, *settled, *approved)
    return Decision("created", name, events, opposed=tuple(opposed))


def _approval(
    found: Finding | InsightFinding,
    name: str,
    opposed: Sequence[Neighbour],
    place: Place,
    policy: CuratorSettings,
) -> list[NewEvent]:
    """The approval at birth: by the person who states it, or by the policy."""
    if found.stated:
        return [_stated(found, name, opposed, place)]
    sessions = {each.session for each in found.evidence if each.session}
    reason = why_approved(found.trust, found.confidence, len(sessions), policy)
    if not reason:
        return []
    payload = (
        LessonApproved(lesson=name, by="policy", reason=reason)
        if isinstance(found, Finding)
        else InsightApproved(insight=name, by="policy", reason=reason)
    )
    return [said_of(found, payload, name, "approved", place._replace(actor=_POLICY))]


def _stated(
    found: Finding | InsightFinding, name: str, opposed: Sequence[Neighbour], place: Place
) -> NewEvent:
    """The person's approval, which names what stands and says the opposite.

    It has no id of its own making: who takes it back and states the rule again approves it again.
    """
    standing = [each.row["id"] for each in opposed if why_it_stands(each, found)]
    reason = "; ".join((STATED, *(f"contradicts {each}" for each in standing)))
    payload = LessonApproved(lesson=name, by="human", reason=reason)
    return new(payload, stream=f"lesson:{name}", project=place.project, actor=PERSON)


def _judged(found: Finding | InsightFinding, review: Review, project: str | None) -> list[NewEvent]:
    """What the critic said, with the outcome where it decided anything.

    Of a human's words it says what it thinks of them, and of what is neither good nor bad the
    lesson waits for a decision.
    """
    review = _of_kept_words(found, review)
    told = events(review, project=project)
    if isinstance(found, InsightFinding):
        return told
    undecided = review.critique is not None and review.critique.decision == "refine"
    if found.trust == "human" or undecided:
        return [event for event in told if event.type not in _OUTCOMES]
    return told


def _of_kept_words(found: Finding | InsightFinding, review: Review) -> Review:
    """The critic's course as far as it is about the words that are kept."""
    return Review(review.original, review.forms[:1]) if _keeps_words(found) else review


def _keeps_words(found: Finding | InsightFinding) -> bool:
    return isinstance(found, Finding) and (found.verbatim or found.trust == "human")


def _with_rule(found: Finding | InsightFinding, rule: str) -> Finding | InsightFinding:
    if isinstance(found, InsightFinding):
        return replace(found, statement=rule)
    return replace(found, text=found.text.model_copy(update={"constraint": rule}))


def _stream(found: Finding | InsightFinding, name: str) -> str:
    return f"{found.view.removesuffix('s')}:{name}"
