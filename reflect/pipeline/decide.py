"""What becomes of something learnt; pure.

The steps, the same for every way in: the gate, what is known already, the critic, what it
contradicts, the policy. A person who states a rule is not refused by the critic and not overruled
by what the board knows; what contradicts it is recorded, and given back to be shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from blackboard.event import NewEvent
from blackboard.events.insight import InsightApproved, InsightRetired
from blackboard.events.lesson import LessonApproved
from blackboard.events.payload import new
from blackboard.harm import harms
from blackboard.views.harmful import harm_of, unnamed
from blackboard.views.rows import RuleRow
from reflect.critic.process import Review
from reflect.curator.decisions import harm_to_name
from reflect.curator.policy import objections, why_approved
from reflect.curator.settings import CuratorSettings
from reflect.finding import Finding, InsightFinding, View
from reflect.pipeline.contradictions import settle
from reflect.pipeline.critique import as_recommendation, in_best_words, judged, why_refused
from reflect.pipeline.events import Place, creation, id_of, recurrence, said_of
from reflect.pipeline.gate import problems
from reflect.pipeline.known import Known, Neighbour
from reflect.rules.denials import denials
from reflect.trust import ATTESTED

Outcome = Literal["created", "recurred", "refused", "known"]

PERSON = "human"
STATED = "stated by a person"
_POLICY = "curator"


@dataclass(frozen=True)
class Decision:
    """The events that follow, and what they come to.

    The first event is the one that keeps it; a decision that refuses says why, and has only what
    the critic said. `id` is the lesson or insight that says it now, `against` what is offered
    and contradicts it, or seems to.
    """

    outcome: Outcome
    id: str = ""
    events: tuple[NewEvent, ...] = ()
    refused: tuple[str, ...] = ()
    against: tuple[Neighbour, ...] = ()


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
    doubt = why_no_evidence(found, same)
    if doubt:
        return Decision("refused", refused=(doubt,))
    if same is not None:
        return _again(found, same, known.against, known.row, place)
    if review is None:
        return Decision("refused", refused=("what it was known as was forgotten meanwhile",))
    said = tuple(judged(found, review, place.project))
    against = why_refused(found, review)
    if against:
        return Decision("refused", events=said, refused=tuple(against))
    name = id_of(found, place.project)  # that of its own words, whatever better ones it has
    return _kept(in_best_words(found, review), name, said, known.against, place, policy)


def why_no_evidence(found: Finding | InsightFinding, same: Neighbour | str | None) -> str:
    """Why something cannot be evidence for what seems to say the same; empty where it can.

    What a model or an unknown author says, and what denies one thing more or less than an
    approved lesson does, may be its opposite in other words: it never supports it.
    """
    if found.trust in ATTESTED or isinstance(same, str) or same is None:
        return ""
    rule = str(same.row["constraint" if same.view == "lessons" else "statement"])
    if same.row["status"] != "approved" or denials(rule) == denials(found.rule):
        return ""
    return f"it may deny {same.row['id']}, which is approved"


def why_unfit(found: Finding | InsightFinding, policy: CuratorSettings) -> list[str]:
    """What the gate has against it, and for an insight that it is not sure enough."""
    against = problems(found)
    is_learnt = isinstance(found, InsightFinding) and not found.stated
    if is_learnt and found.confidence <= policy.least_confidence:
        least = policy.least_confidence
        against.append(f"it is not sure enough: {found.confidence:g}, and only above {least:g}")
    return against


def _was_mined(found: Finding | InsightFinding, same: Neighbour | str) -> bool:
    """Whether an insight is a lesson that was learnt of the same session: one sight, read twice."""
    if isinstance(found, Finding) or isinstance(same, str) or same.view != "lessons":
        return False
    sessions = cast("Mapping[str, Any]", same.row).get("sessions", ())
    return bool(found.evidence) and all(each.session in sessions for each in found.evidence)


def _again(
    found: Finding | InsightFinding,
    same: Neighbour | str,
    against: Sequence[Neighbour],
    row: RuleRow | None,
    place: Place,
) -> Decision:
    """It is known: the known one gains the evidence, and a person who states it approves that."""
    seen = recurrence(found, same, place)
    row = row if isinstance(same, str) else same.row
    name = same if isinstance(same, str) else str(same.row["id"])
    if not found.stated and _was_mined(found, same):
        return Decision("known", name)
    if not found.stated or row is None:
        return Decision("recurred", name, (seen,))
    settled = settle(found, name, against, place)
    view = found.view if isinstance(same, str) else same.view
    stands = row["status"] == "approved" and not (view == "lessons" and unnamed(row))
    approved = [] if stands else _stated(found, view, name, against, place, harm_to_name(row))
    return Decision("recurred", name, (seen, *settled, *approved), against=tuple(against))


def _kept(
    found: Finding | InsightFinding,
    name: str,
    said: Sequence[NewEvent],
    against: Sequence[Neighbour],
    place: Place,
    policy: CuratorSettings,
) -> Decision:
    """It is new: a candidate, unless it loses to what it contradicts or somebody approves it."""
    settled = settle(found, name, against, place)
    lost = any(
        each.type == InsightRetired.type and each.stream == _stream(found, name) for each in settled
    )
    approved = [] if lost else _approval(found, name, against, place, policy)
    events = (creation(found, name, place), *said, *settled, *approved)
    return Decision("created", name, events, against=tuple(against))


def _approval(
    found: Finding | InsightFinding,
    name: str,
    against: Sequence[Neighbour],
    place: Place,
    policy: CuratorSettings,
) -> list[NewEvent]:
    """The approval at birth: by the person who states it, or by the policy.

    What contradicts something, or may, waits for a person.
    """
    if found.stated:
        return _stated(found, found.view, name, against, place, _harm(found))
    if against or _harm(found):
        return []
    sessions = {each.session for each in found.evidence if each.session}
    reason = why_approved(found.trust, found.confidence, sessions, policy)
    if not reason or objections(as_recommendation(found, place.project)):
        return []
    payload = (
        LessonApproved(lesson=name, by="policy", reason=reason)
        if isinstance(found, Finding)
        else InsightApproved(insight=name, by="policy", reason=reason)
    )
    return [said_of(found, payload, name, "approved", place._replace(actor=_POLICY))]


def _harm(found: Finding | InsightFinding) -> list[str]:
    """The harm of the words of something learnt."""
    if isinstance(found, InsightFinding):
        return harms(found.statement)
    text = found.text
    return harm_of({"constraint": text.constraint, "resolution": text.resolution,
                    "commands": found.commands})  # fmt: skip


def _stated(
    found: Finding | InsightFinding,
    view: View,
    name: str,
    against: Sequence[Neighbour],
    place: Place,
    harm: Sequence[str],
) -> list[NewEvent]:
    """The person's approval, which names what is kept and says the opposite, and what harm it does.

    There is none while they did not name the harm. Its id is not derived: a person who undoes it
    and states the rule again approves it again.
    """
    named = found.despite if isinstance(found, Finding) and view == "lessons" else ()
    if any(each not in named for each in harm):
        return []
    sure = [each.row["id"] for each in against if each.says == "opposite"]
    reason = "; ".join((STATED, *(f"contradicts {each}" for each in sure)))
    payload = (
        LessonApproved(lesson=name, by="human", reason=reason, despite=list(harm))
        if view == "lessons"
        else InsightApproved(insight=name, by="human", reason=reason)
    )
    stream = f"{view.removesuffix('s')}:{name}"
    return [new(payload, stream=stream, project=place.project, actor=PERSON)]


def _stream(found: Finding | InsightFinding, name: str) -> str:
    return f"{found.view.removesuffix('s')}:{name}"
