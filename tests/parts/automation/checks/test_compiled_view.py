"""The last rung of a lesson in its row, and in what agents are told."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board, Situation
from blackboard.event import NewEvent
from reflect.curator import decisions
from tests.blackboard.lessons import HERE, lesson, told

CHECK = {"kind": "rule-line", "file": "AGENTS.md", "lines": 1, "digest": "0" * 64}
SEEN = {"kind": "rule-line", "file": "AGENTS.md", "commit": "c1", "committed_at": 5}
COMMAND = Situation(project=HERE, command="make kite --wing", step="before")
START = Situation(project=HERE, step="start")
PROMPT = Situation(project=HERE, prompt="Glue the longeron of the kite with resorcinol.")


def events(*more: NewEvent, **fields: Any) -> list[NewEvent]:
    """An approved lesson, and what became of it."""
    words = "Glue every longeron with resorcinol before `make kite`."
    return [lesson("l", words, status="approved", **fields), *more]


def is_told(board: Board, situation: Situation) -> bool:
    """Whether the lesson is among what an agent is told."""
    return bool(board.context(situation).items)


@pytest.mark.parametrize(
    ("situation", "bound"), [(COMMAND, ["make kite"]), (START, []), (PROMPT, [])]
)
def test_a_resting_lesson_is_told_at_no_step(
    board: Board, situation: Situation, bound: list[str]
) -> None:
    """And when it is woken, it is told as before."""
    board.append(events(told("lesson.compiled", "l", **CHECK), commands=bound))
    assert is_told(board, situation)
    board.append([told("lesson.resting", "l", **SEEN)])
    assert not is_told(board, situation)
    board.append([told("lesson.woken", "l", by="check", committed_at=6)])
    assert is_told(board, situation)


def test_lessons_at_rest_take_no_place_in_the_digest(board: Board) -> None:
    """However many there are, and however often they were seen."""
    board.append([lesson(f"r{n}", f"Sew part {n} of it.", status="approved") for n in range(60)])
    board.append([told("lesson.deduplicated", f"r{n}") for n in range(60)])
    board.append([told("lesson.resting", f"r{n}", **SEEN) for n in range(60)])
    assert not is_told(board, START)
    board.append(events())
    assert [each.candidate.id for each in board.context(START).items] == ["l"]


def test_a_lesson_that_holds_everywhere_is_told_where_no_check_is(board: Board) -> None:
    """The check is in one repository, and the other projects have none."""
    board.append(events(told("lesson.resting", "l", **SEEN), told("lesson.promoted", "l")))
    elsewhere = Situation(project="github.com/ada/glider", prompt=PROMPT.prompt)
    assert is_told(board, elsewhere)


def test_a_person_takes_each_step_back(board: Board) -> None:
    """Resting first, then the check itself; the row is then as if neither had been."""
    board.append(events())
    before = dict(board.row("lessons", "l"))
    board.append([told("lesson.compiled", "l", **CHECK), told("lesson.resting", "l", **SEEN)])
    row = board.row("lessons", "l")
    assert (row["resting"], row["check_seen_at"], row["compiled"]["file"]) == (1, 5, "AGENTS.md")
    decisions.undo(board, row)
    row = board.row("lessons", "l")
    assert (row["resting"], row["check_seen_at"], row["undone"]) == (0, None, ["lesson.resting"])
    decisions.undo(board, row)
    after = dict(board.row("lessons", "l"))
    same = ("compiled", "resting", "check_seen_at", "decisions", "status")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}


def test_a_new_check_may_put_a_lesson_to_rest_that_a_person_woke(board: Board) -> None:
    """He asked for it after he had taken the first one back."""
    board.append(events(told("lesson.compiled", "l", **CHECK), told("lesson.resting", "l", **SEEN)))
    decisions.undo(board, board.row("lessons", "l"))
    board.append([told("lesson.compiled", "l", **CHECK)])
    assert board.row("lessons", "l")["undone"] == []


def test_a_persons_word_ends_the_check(board: Board) -> None:
    """It is not looked for any more."""
    board.append(events(told("lesson.compiled", "l", **CHECK), told("lesson.resting", "l", **SEEN)))
    board.append([told("lesson.woken", "l", by="human", reason="both")])
    row = board.row("lessons", "l")
    assert (row["resting"], row["compiled"]) == (0, {})


def test_other_words_need_another_check(board: Board) -> None:
    """The check was made of the old rule; a new symptom changes nothing."""
    board.append(events(told("lesson.compiled", "l", **CHECK), told("lesson.resting", "l", **SEEN)))
    board.append([told("lesson.revised", "l", symptom="It fell.")])
    assert board.row("lessons", "l")["resting"] == 1
    board.append([told("lesson.revised", "l", constraint="Sew every longeron.")])
    row = board.row("lessons", "l")
    assert (row["resting"], row["compiled"]) == (0, {})
    decisions.undo(board, row)
    assert board.row("lessons", "l")["resting"] == 1
