"""Whatever the way in: a duplicate is a recurrence, an opposite is shown, a refusal says why."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board, Situation
from blackboard.views.lessons import ACTIVE_STATUSES
from reflect.curator import decisions
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson
from tests.reflect.pipeline.ways import WAYS, Way, by_hand, by_import, by_merge, by_rule_file

YES, NO = "Always run `make gen` before `make test`.", "Never run `make gen` before `make test`."
KNOWN, SAME = "Run `make gen` before you run `make test`.", YES
BAD = "Always improve the quality of the code."

every_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: str(way.__name__))


def seeded(board: Board, rule: str, **fields: Any) -> Any:
    """A lesson that was on the board before."""
    board.append([lesson("lesson-old", rule, **fields)])
    return board.row("lessons", "lesson-old")


def learnt(board: Board) -> list[Any]:
    """The lessons and insights but for the one that was there before."""
    rows = [*board.view("lessons"), *board.view("insights")]
    return [row for row in rows if row["id"] != "lesson-old"]


@every_way
def test_what_is_new_is_kept_once(board: Board, way: Way) -> None:
    """A candidate, but for what a person states; the same again adds no lesson and no sight."""
    way(board, NO)
    (row,) = learnt(board)
    assert row["status"] == ("approved" if way is by_hand else "candidate")
    assert row["evidence"]
    way(board, NO)
    assert [(each["id"], each["seen"]) for each in learnt(board)] == [(row["id"], 1)]


@every_way
def test_a_duplicate_is_one_more_sight_of_the_known_lesson(board: Board, way: Way) -> None:
    """It keeps its words and gains the evidence; nothing stands beside it."""
    seeded(board, KNOWN)
    way(board, SAME)
    row = board.row("lessons", "lesson-old")
    assert (row["constraint"], row["seen"]) == (KNOWN, 2)
    assert row["evidence"]
    assert learnt(board) == []


@every_way
def test_a_duplicate_of_another_project_is_news(board: Board, way: Way) -> None:
    """What holds there need not hold here."""
    seeded(board, KNOWN, project=ELSEWHERE)
    way(board, SAME)
    assert (len(learnt(board)), board.row("lessons", "lesson-old")["seen"]) == (1, 1)


@every_way
def test_a_rejected_duplicate_stays_rejected_unless_a_person_states_it(
    board: Board, way: Way
) -> None:
    """Nobody but a person brings back what a person rejected."""
    decisions.reject(board, seeded(board, KNOWN))
    way(board, SAME)
    expected = "approved" if way is by_hand else "rejected"
    assert board.row("lessons", "lesson-old")["status"] == expected
    assert learnt(board) == []


def _told(board: Board) -> set[str]:
    """What an agent is told of two rules about `make gen`."""
    return set(board.context(Situation(prompt=YES, project=HERE)).ids)


@every_way
def test_the_opposite_of_what_a_person_approved_is_a_pair(board: Board, way: Way) -> None:
    """Each names the other until a person decides, and an agent is not told both."""
    decisions.approve(board, seeded(board, YES))
    shown = way(board, NO)
    old = board.row("lessons", "lesson-old")
    (row,) = learnt(board)
    assert old["status"] == "approved"
    if "statement" in row:  # an insight gives way to a lesson
        assert (row["status"], row["reason"]) == (
            "retired",
            "contradicts lesson-old, which is kept",
        )
        return
    assert row["status"] == ("approved" if way is by_hand else "candidate")
    assert old["contradicts"] == [{"other": row["id"], "verdict": "opposite"}]
    assert row["contradicts"] == [{"other": "lesson-old", "verdict": "opposite"}]
    assert _told(board) <= {"lesson-old"}
    if way in (by_hand, by_import):
        assert "lesson-old" in shown


@every_way
def test_of_two_opposites_nobody_approved_at_most_one_is_told(board: Board, way: Way) -> None:
    """The one of the better source; both lessons are kept."""
    seeded(board, YES, trust="imported")
    way(board, NO)
    (row,) = learnt(board)
    assert board.row("lessons", "lesson-old")["status"] == "candidate"
    assert row["status"] in ACTIVE_STATUSES or "statement" in row
    assert _told(board) <= {row["id"] if "constraint" in row else "lesson-old"}


@every_way
def test_what_the_critic_discards_is_refused_with_the_reason(board: Board, way: Way) -> None:
    """The critic's events say why, and so does the answer; of a person's word it only says so."""
    shown = way(board, BAD)
    if way is by_hand:
        assert [row["constraint"] for row in learnt(board)] == [BAD]
        return
    assert learnt(board) == []
    (critique,) = board.view("critiques")
    assert critique["status"] == "discarded"
    assert critique["refinement_suggestions"]
    if way not in (by_merge, by_rule_file):  # a file and a merge have many rules: they are counted
        assert "the critic gives it 0." in shown


@every_way
def test_two_opposites_by_the_same_way_are_two_lessons(board: Board, way: Way) -> None:
    """However alike their words are, the second is not taken for the first."""
    way(board, YES)
    way(board, NO)
    assert {row.get("constraint") or row["statement"] for row in learnt(board)} >= {YES, NO}


@every_way
def test_what_was_forgotten_does_not_come_back(board: Board, way: Way) -> None:
    """Neither as a lesson or insight, nor as words that the way in would write once more."""
    way(board, NO)
    board.forget(
        next(iter(board.read(types=["lesson.created", "insight.curated"]))).id, reason="private"
    )
    assert learnt(board) == []
    head = board.log.head()
    way(board, NO)
    assert learnt(board) == []
    assert not [event for event in board.read(head + 1) if NO in str(event.payload)]
