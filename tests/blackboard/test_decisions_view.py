"""Decisions in the views of lessons and insights: any of them can be taken back, in any order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.event import Event, NewEvent
from blackboard.views.decisions import MOST, is_left_to_people
from blackboard.views.insights import INSIGHTS
from blackboard.views.lessons import LESSONS
from blackboard.views.view import Row, View, fold
from tests.blackboard.lessons import lesson, told
from tests.long_runs import rounds
from tests.memory_log import MemoryLog

KEPT_APART = {"decisions", "undone", "updated_at"}
"""What remembers that something was taken back."""

Step = tuple[NewEvent, bool]
"""An event, and whether it is a decision."""

_words = st.fixed_dictionaries(
    {},
    optional={
        "constraint": st.sampled_from(["Run a", "Run b"]),
        "symptom": st.sampled_from(["It broke.", "It hung."]),
        "severity": st.sampled_from(["low", "high"]),
        "tags": st.lists(st.sampled_from(["x", "y"]), max_size=2),
    },
)
_reasons = st.sampled_from(["", "because", "no"])
_quoted = st.builds(
    lambda event, session: {"event_id": event, "quote": "words", "session": session},
    st.sampled_from(["e1", "e2"]),
    st.sampled_from([None, "s1", "s2", "s3"]),
)
_others = st.sampled_from(["m", "n"])
_of_lessons = st.one_of(
    st.builds(lambda by, why: told("lesson.approved", "l", by=by, reason=why),
              st.sampled_from(["human", "policy"]), _reasons),
    st.builds(lambda why: told("lesson.rejected", "l", reason=why), _reasons),
    st.builds(lambda why: told("lesson.retired", "l", reason=why), _reasons),
    st.builds(lambda by: told("lesson.superseded", "l", by=by), st.sampled_from(["m", "n"])),
    st.just(told("lesson.promoted", "l")),
    st.just(told("lesson.pinned", "l")),
    st.just(told("lesson.unpinned", "l")),
    st.builds(lambda other: told("lesson.reconciled", "l", other=other), _others),
    st.builds(lambda words: told("lesson.revised", "l", **words), _words),
)  # fmt: skip
_sightings = st.one_of(
    st.builds(lambda proof: told("lesson.deduplicated", "l", evidence=[proof]), _quoted),
    st.just(lesson("l", "Run something else", trust="imported")),
)
_pairs = st.builds(
    lambda other, verdict: told("lesson.contradicted", "l", other=other, verdict=verdict),
    _others,
    st.sampled_from(["opposite", "unsure"]),
)
"""What is found of the first words; what is found of words that are undone goes with these."""

_of_insights = st.one_of(
    st.builds(lambda why: _insight("insight.retired", reason=why), _reasons),
    st.just(NewEvent("insight.promoted", "insight:i", {"insight": "i"})),
)
_plans = st.lists(st.integers(0, 40), max_size=8)


def _insight(type_: str, **fields: object) -> NewEvent:
    return NewEvent(type_, "insight:i", {"insight": "i", **fields}, project="p")


def _curated() -> NewEvent:
    return _insight("insight.curated", statement="Run a", category="testing", confidence=0.8)


def _decided(steps: st.SearchStrategy[NewEvent]) -> st.SearchStrategy[Step]:
    return steps.map(lambda event: (event, True))


def _undone(log: MemoryLog, decisions: list[Event], number: int, name: str) -> None:
    """Take back one of the decisions that are left."""
    gone = decisions.pop(number % len(decisions))
    payload = {name: gone.stream.partition(":")[2], "undone": gone.id}
    log.append([NewEvent(f"{name}.restored", gone.stream, payload, actor="human")])


def _played(
    view: View, first: NewEvent, steps: Sequence[Step], plan: Sequence[int], name: str
) -> tuple[Row, Row]:
    """The row after all decisions and undoings, and after those alone that were left standing.

    Each number of the plan undoes a decision after so many steps, whichever is then there.
    """
    log = MemoryLog(lambda: 1_700_000_000_000_000)
    log.append([first])
    standing: list[Event] = []
    others: list[Event] = []
    for place, (step, is_decision) in enumerate(steps):
        (event,) = log.append([step])
        (standing if is_decision else others).append(event)
        for number in plan:
            if number % max(1, len(steps)) == place and standing:
                _undone(log, standing, number, name)
    every = list(log.read())
    kept = {event.id for event in (*standing, *others, every[0])}
    left = [event for event in every if event.id in kept]
    (row,) = fold(view, every).values()
    (expected,) = fold(view, left).values()
    return row, expected


def _without_memory(row: Row) -> Row:
    """The row without what remembers decisions; pairs have no order."""
    kept = {name: value for name, value in row.items() if name not in KEPT_APART}
    pairs = sorted(row.get("contradicts", []), key=lambda each: str(each["other"]))
    return kept | {"contradicts": pairs}


@settings(max_examples=rounds(60, 300))
@given(
    st.lists(_pairs.map(lambda event: (event, False)), max_size=2),
    st.lists(_decided(_of_lessons) | _sightings.map(lambda event: (event, False)), max_size=12),
    _plans,
)
def test_a_lesson_is_as_if_what_was_undone_had_not_been_decided(
    pairs: list[Step], steps: list[Step], plan: list[int]
) -> None:
    """For any decisions and sightings, undoing any of them in any order leaves no other trace."""
    row, expected = _played(LESSONS, lesson("l", "Run a"), [*pairs, *steps], plan, "lesson")
    assert _without_memory(row) == _without_memory(expected)
    assert [each["event"] for each in row["decisions"]] == [
        each["event"] for each in expected["decisions"]
    ]


@settings(max_examples=rounds(30, 150))
@given(
    st.lists(_decided(_of_insights) | st.just((_curated(), False)), max_size=12),
    _plans,
)
def test_an_insight_is_as_if_what_was_undone_had_not_been_decided(
    steps: list[Step], plan: list[int]
) -> None:
    """The same holds of insights."""
    row, expected = _played(INSIGHTS, _curated(), steps, plan, "insight")
    assert _without_memory(row) == _without_memory(expected)


def _after(*events: NewEvent) -> Row:
    log = MemoryLog(lambda: 1_700_000_000_000_000)
    (row,) = fold(LESSONS, log.append([lesson("l", "Run a"), *events])).values()
    return row


def _named(type_: str, name: str, **fields: object) -> NewEvent:
    return told(type_, "l", **fields)._replace(id=name, actor="human")


def test_a_decision_remembers_who_made_it_why_and_what_was_before() -> None:
    """Enough to show it to a person, and to take it back."""
    row = _after(_named("lesson.retired", "e1", reason="we moved on"))
    (decision,) = row["decisions"]
    assert decision == {
        "event": "e1",
        "type": "lesson.retired",
        "at": 1_700_000_000_000_000,
        "actor": "human",
        "reason": "we moved on",
        "before": {"status": "candidate", "reason": ""},
    }


def test_undoing_twice_is_undoing_once() -> None:
    """The second telling finds nothing to take back."""
    retired = _named("lesson.retired", "e1")
    once = _after(retired, told("lesson.restored", "l", undone="e1"))
    twice = _after(retired, *[told("lesson.restored", "l", undone="e1")] * 2)
    assert _without_memory(once) == _without_memory(twice)
    assert once["undone"] == twice["undone"] == ["lesson.retired"]


def test_an_undoing_of_nothing_changes_nothing() -> None:
    """An id that names no decision of this lesson is passed over."""
    row = _after(told("lesson.restored", "l", undone="elsewhere"))
    assert (row["status"], row["undone"], row["decisions"]) == ("candidate", [], [])


def test_the_policys_approval_does_not_inherit_a_trust_that_was_taken_back() -> None:
    """What a decision makes of a row depends on no other decision."""
    row = _after(
        _named("lesson.approved", "e1", by="human"),
        _named("lesson.approved", "e2", by="policy"),
        told("lesson.restored", "l", undone="e1"),
    )
    assert (row["status"], row["trust"]) == ("approved", "tool")


@pytest.mark.parametrize(("trust", "after"), [("human", "human"), ("imported", "approved")])
def test_a_persons_approval_lifts_the_trust_but_never_lowers_it(trust: str, after: str) -> None:
    """A human's own words stay his."""
    log = MemoryLog()
    events = log.append(
        [lesson("l", "Run a", trust=trust), _named("lesson.approved", "e", by="human")]
    )
    (row,) = fold(LESSONS, events).values()
    assert row["trust"] == after


def test_what_is_approved_is_superseded_no_more() -> None:
    """Standing behind a lesson takes the pointer to its successor away, and undo gives it back."""
    superseded = _named("lesson.superseded", "e1", by="m")
    approved = _named("lesson.approved", "e2", by="human")
    assert _after(superseded, approved)["superseded_by"] is None
    undone = told("lesson.restored", "l", undone="e2")
    row = _after(superseded, approved, undone)
    assert (row["status"], row["superseded_by"]) == ("superseded", "m")


@pytest.mark.parametrize(
    ("actor", "left"), [("human", True), ("import", True), ("", True), ("curator", False)]
)
def test_only_what_a_person_touched_is_left_to_people(actor: str, left: bool) -> None:
    """Decisions of the policy leave the way open for its next one; those of others close it."""
    retired = _named("lesson.retired", "e1")._replace(actor=actor)
    assert is_left_to_people(_after(retired)) is left
    restored = told("lesson.restored", "l", undone="e1")._replace(actor=actor)
    assert is_left_to_people(_after(_named("lesson.retired", "e1"), restored)) is left


@pytest.mark.parametrize("type_", ["lesson.pinned", "lesson.unpinned", "lesson.reconciled"])
def test_what_is_no_word_about_a_lesson_leaves_it_to_the_policy(type_: str) -> None:
    """Neither when it is decided nor when it is undone."""
    decided = _named(type_, "e1", **({"other": "m"} if type_ == "lesson.reconciled" else {}))
    assert not is_left_to_people(_after(decided))
    restored = _named("lesson.restored", "e2", undone="e1")
    assert not is_left_to_people(_after(decided, restored))


def test_a_reason_that_follows_is_kept_with_its_decision() -> None:
    """And it goes with the decision when that is undone."""
    rejected = _named("lesson.rejected", "e1")
    approved = _named("lesson.approved", "e2", by="human", reason="it is right")
    why = _named("lesson.annotated", "e3", decision="e1", reason="too local")
    row = _after(rejected, why)
    assert (row["reason"], row["decisions"][0]["reason"]) == ("too local", "too local")
    row = _after(rejected, approved, why)
    assert (row["reason"], row["decisions"][0]["reason"]) == ("it is right", "too local")
    row = _after(rejected, approved, why, _named("lesson.restored", "e4", undone="e2"))
    assert row["reason"] == "too local"
    row = _after(rejected, why, _named("lesson.restored", "e4", undone="e1"))
    assert (row["reason"], row["decisions"]) == ("", [])
    assert _without_memory(_after(why)) == _without_memory(_after())


def test_old_decisions_stand_for_good() -> None:
    """So many decisions are remembered; undoing an older one changes nothing."""
    many = [_named("lesson.approved", f"e{n}", by="policy") for n in range(MOST + 1)]
    row = _after(*many, told("lesson.restored", "l", undone="e0"))
    assert len(row["decisions"]) == MOST
    assert row["undone"] == []
