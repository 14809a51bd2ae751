"""Decisions of a person: each an event, each can be taken back, and nothing else is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from blackboard import Board, NewEvent
from blackboard.events.insight import InsightCurated
from blackboard.events.payload import new
from blackboard.views.lessons import LESSONS
from blackboard.views.rows import LessonRow
from blackboard.views.view import fold
from reflect.curator import decisions
from reflect.curator.curate import ACTOR as POLICY
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.finding import View
from tests.blackboard.lessons import HERE, lesson
from tests.long_runs import rounds

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
APART = {"decisions", "undone", "updated_at"}


def row(board: Board, name: str = "a") -> LessonRow:
    """A lesson's current row."""
    return board.row("lessons", name)


def without_memory(given: Mapping[str, Any]) -> dict[str, Any]:
    """A row but for what remembers decisions."""
    return {name: value for name, value in given.items() if name not in APART}


@pytest.fixture
def known(board: Board) -> Board:
    """A board with a lesson and an insight."""
    kept = InsightCurated(insight="i", statement="Run `make a` first", category="testing",
                          confidence=0.8)  # fmt: skip
    board.append([lesson("a", "Run `make a` first"), new(kept, stream="insight:i", project=HERE)])
    return board


# Each decision


def test_approving_stands_behind_a_lesson(known: Board) -> None:
    """It is approved, and trusted as what a person approved."""
    decisions.approve(known, row(known), "seen it")
    after = row(known)
    assert (after["status"], after["reason"], after["trust"]) == ("approved", "seen it", "approved")


def test_the_same_decision_again_is_none(known: Board) -> None:
    """Dropping twice is one decision, and one undo brings it back; another reason is kept."""
    for reason in ("", "", "wrong", "wrong", ""):
        decisions.reject(known, row(known), reason)
    assert [each["reason"] for each in row(known)["decisions"]] == ["", "wrong"]
    decisions.retire(known, row(known))
    decisions.retire(known, row(known))
    assert [each["type"] for each in row(known)["decisions"]] == [
        "lesson.rejected", "lesson.rejected", "lesson.retired",
    ]  # fmt: skip


def test_rejecting_and_retiring_take_a_lesson_out_of_what_is_offered(known: Board) -> None:
    """It is not found for an agent, but still exists."""
    decisions.reject(known, row(known), "wrong")
    assert (row(known)["status"], row(known)["reason"]) == ("rejected", "wrong")
    decisions.retire(known, row(known), "old")
    assert (row(known)["status"], row(known)["reason"]) == ("retired", "old")


def test_promoting_makes_a_lesson_hold_everywhere(known: Board) -> None:
    """Its status does not change."""
    decisions.promote(known, row(known), "all use make")
    assert (row(known)["scope"], row(known)["status"]) == ("global", "candidate")
    assert row(known)["decisions"][0]["reason"] == "all use make"


def test_revising_replaces_the_words_given_and_no_others(known: Board) -> None:
    """An unchanged text is not a revision."""
    before = row(known)
    same = before["symptom"]
    assert decisions.revise(known, before, constraint="Run `make b` first", symptom=same)
    after = row(known)
    assert (after["constraint"], after["symptom"]) == ("Run `make b` first", same)
    replaced = after["decisions"][0]["before"].keys()
    assert "constraint" in replaced
    assert "symptom" not in replaced
    head = known.log.head()
    assert not decisions.revise(known, after, constraint="  Run `make b` first ", symptom=same)
    assert known.log.head() == head


def test_insights_are_retired_and_promoted_alike(known: Board) -> None:
    """The same decisions, the same undo."""
    decisions.retire(known, known.row("insights", "i"), "old")
    decisions.promote(known, known.row("insights", "i"))
    after = known.row("insights", "i")
    assert (after["status"], after["scope"], after["reason"]) == ("retired", "global", "old")
    decisions.undo(known, after)
    decisions.undo(known, known.row("insights", "i"))
    again = known.row("insights", "i")
    assert (again["status"], again["scope"], again["reason"]) == ("candidate", "project", "")
    assert again["undone"] == ["insight.promoted", "insight.retired"]


@pytest.mark.parametrize(
    ("field", "words"),
    [
        *(("constraint", words) for words in ("", "  ", "\n", "x" * 20_001, "\udcff")),
        *(("root_cause", words) for words in ("x" * 20_001, "\udcff")),
    ],
)
def test_words_that_cannot_be_kept_are_refused_with_the_field(
    known: Board, field: str, words: str
) -> None:
    """No rule, too long, or not text: one line names the field, and nothing is appended."""
    head = known.log.head()
    name = field.replace("_", " ")
    with pytest.raises(decisions.Unusable, match=f"could not keep the {name} as it is: "):
        decisions.revise(known, row(known), "", **{field: words})
    assert known.log.head() == head


def test_a_cause_may_be_taken_back(known: Board) -> None:
    """What nobody knows stays empty, rather than guessed."""
    decisions.revise(known, row(known), root_cause=" ")
    assert row(known)["root_cause"] == ""


def test_a_severity_that_there_is_not_is_refused(known: Board) -> None:
    """An unknown name is refused."""
    with pytest.raises(decisions.Unusable, match="severity"):
        decisions.revise(known, row(known), severity="enormous")


def test_secrets_in_what_a_person_writes_stay_out(known: Board, tmp_path: Path) -> None:
    """Neither the text nor the reason brings a token onto the board."""
    decisions.revise(known, row(known), f"with {TOKEN}", constraint=f"Use {TOKEN} for the deploy")
    decisions.approve(known, row(known), f"since {TOKEN}")
    assert "redacted github-token" in row(known)["constraint"]
    known.close()
    assert all(TOKEN.encode() not in path.read_bytes() for path in tmp_path.iterdir())


# Undo


def test_the_last_decision_is_taken_back_first(known: Board) -> None:
    """Repeatedly, back to the first; each returns its decision."""
    first = row(known)
    decisions.approve(known, row(known))
    decisions.promote(known, row(known))
    decisions.revise(known, row(known), constraint="Run `make b` first")
    kinds = [decisions.undo(known, row(known))["type"] for _ in range(3)]
    assert kinds == ["lesson.revised", "lesson.promoted", "lesson.approved"]
    assert without_memory(row(known)) == without_memory(first)
    assert row(known)["undone"] == kinds


def test_a_named_decision_is_taken_back_and_the_others_stay(known: Board) -> None:
    """What was decided before and after it holds."""
    decisions.approve(known, row(known), "one")
    decisions.promote(known, row(known))
    approved = row(known)["decisions"][0]["event"]
    decisions.undo(known, row(known), approved)
    after = row(known)
    assert (after["status"], after["reason"], after["scope"]) == ("candidate", "", "global")
    assert after["trust"] == "tool"


@pytest.mark.parametrize("view", ["lessons", "insights"])
def test_undoing_twice_says_that_there_is_nothing_and_where_to_look(
    known: Board, view: View
) -> None:
    """The message names what was asked for and the command that lists the decisions."""
    name = {"lessons": "a", "insights": "i"}[view]
    decisions.retire(known, known.row(view, name))
    event = known.row(view, name)["decisions"][0]["event"]
    decisions.undo(known, known.row(view, name), event)
    with pytest.raises(decisions.NothingToUndo) as told:
        decisions.undo(known, known.row(view, name), event)
    assert str(told.value) == (
        f"there is no decision '{event}' about {name} to undo; "
        f"`lessonboard lesson {name}` lists them"
    )
    with pytest.raises(decisions.NothingToUndo, match=f"there is no decision about {name} "):
        decisions.undo(known, known.row(view, name))


def test_two_who_undo_at_once_take_back_one_decision(known: Board) -> None:
    """Both saw the same last decision; the one before it stays."""
    decisions.approve(known, row(known))
    decisions.retire(known, row(known))
    seen_by_both = row(known)
    decisions.undo(known, seen_by_both)
    decisions.undo(known, seen_by_both)
    assert row(known)["status"] == "approved"
    assert row(known)["undone"] == ["lesson.retired"]


def _policy_approves(board: Board) -> None:
    proof = [{"event_id": f"e{n}", "quote": "words", "session": f"s{n}"} for n in range(3)]
    board.append([lesson("b", "Run `make b` first", confidence=0.9, evidence=proof)])
    curate(board, CuratorSettings())


def test_the_policys_decisions_are_taken_back_like_any_other(board: Board) -> None:
    """And it never makes them again."""
    _policy_approves(board)
    assert row(board, "b")["status"] == "approved"
    assert decisions.undo(board, row(board, "b"))["actor"] == POLICY
    for _ in range(2):
        assert curate(board, CuratorSettings()) == {}
    assert row(board, "b")["status"] == "candidate"


def test_the_past_shows_the_lesson_as_it_was(known: Board) -> None:
    """Before the decision, between decision and undo, and after."""
    before = known.log.head()
    decisions.reject(known, row(known), "wrong")
    between = known.log.head()
    decisions.undo(known, row(known))
    for position, status in ((before, "candidate"), (between, "rejected")):
        with known.as_of(position) as past:
            assert row(past)["status"] == status
    assert row(known)["status"] == "candidate"


def test_what_is_decided_is_searched_and_offered_accordingly(known: Board) -> None:
    """Undone text is not found any more, and the old text is."""
    decisions.revise(known, row(known), constraint="Polish the brass")
    assert [hit.row["id"] for hit in known.search("brass")] == ["a"]
    decisions.undo(known, row(known))
    assert known.search("brass") == []
    assert [each.key for each in known.similar("Run `make a` first")] == ["a"]


# Any sequence

_texts = st.sampled_from(["Run `make a` first", "Run `make b` first", "It broke."])
_reasons = st.sampled_from(["", "because"])


class Deciding(RuleBasedStateMachine):
    """A lesson that a person and the policy decide on and undo, in any order.

    The model folds only the decisions that were not undone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.board = self.stack.enter_context(Board.open(":memory:"))

    @initialize()
    def learn(self) -> None:
        """The lesson is there."""
        self.board.append([lesson("a", "Run `make a` first")._replace(id="made")])

    def _decide(self, decide: Callable[[Board, LessonRow], Any]) -> None:
        decide(self.board, row(self.board))

    @rule(reason=_reasons)
    def approve(self, reason: str) -> None:
        """A person approves it."""
        self._decide(lambda board, given: decisions.approve(board, given, reason))

    @rule(reason=_reasons)
    def reject(self, reason: str) -> None:
        """A person calls it wrong."""
        self._decide(lambda board, given: decisions.reject(board, given, reason))

    @rule(reason=_reasons)
    def retire(self, reason: str) -> None:
        """A person lets it go."""
        self._decide(lambda board, given: decisions.retire(board, given, reason))

    @rule()
    def promote(self) -> None:
        """A person promotes it."""
        self._decide(lambda board, given: decisions.promote(board, given))

    @rule(
        words=st.dictionaries(st.sampled_from(["constraint", "symptom"]), _texts, min_size=1),
        severity=st.sampled_from(["low", "high"]),
    )
    def revise(self, words: dict[str, Any], severity: str) -> None:
        """A person rewords it."""
        self._decide(
            lambda board, given: decisions.revise(board, given, severity=severity, **words)
        )

    @rule(by=st.sampled_from(["b", "c"]))
    def supersede(self, by: str) -> None:
        """Another lesson supersedes it."""
        payload = {"lesson": "a", "by": by, "reason": "better"}
        self.board.append([NewEvent("lesson.superseded", "lesson:a", payload, actor=POLICY)])

    @rule()
    def approve_by_policy(self) -> None:
        """The policy approves it."""
        payload = {"lesson": "a", "by": "policy"}
        self.board.append([NewEvent("lesson.approved", "lesson:a", payload, actor=POLICY)])

    @rule(session=st.sampled_from(["s1", "s2", "s3"]))
    def see(self, session: str) -> None:
        """It is seen again."""
        proof = [{"event_id": "e", "quote": "words", "session": session}]
        payload = {"lesson": "a", "evidence": proof}
        self.board.append([NewEvent("lesson.deduplicated", "lesson:a", payload)])

    @precondition(lambda self: bool(row(self.board)["decisions"]))
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        """Any decision that is in force is undone."""
        given = row(self.board)
        event = data.draw(st.sampled_from([decision["event"] for decision in given["decisions"]]))
        decisions.undo(self.board, given, event)

    @invariant()
    def what_was_undone_left_no_trace(self) -> None:
        """The row is that of the same story without what was taken back."""
        events = [(each, each.payload or {}) for each in self.board.read()]
        undone = {payload.get("undone") for _, payload in events}
        left = [
            each for each, payload in events if each.id not in undone and "undone" not in payload
        ]
        for expected in fold(LESSONS, left).values():
            after = row(self.board)
            assert without_memory(after) == without_memory(expected)
            assert after["decisions"] == expected["decisions"]

    def teardown(self) -> None:
        """Replaying from the beginning gives the same."""
        before = self.board.view("lessons")
        self.board.replay()
        assert self.board.view("lessons") == before
        self.stack.close()


TestDeciding = Deciding.TestCase
TestDeciding.settings = settings(max_examples=rounds(6, 40), stateful_step_count=15, deadline=None)
