"""The view of lessons: when each was seen, and how it is asked for."""

from __future__ import annotations

from itertools import permutations

from blackboard import Board
from blackboard.views.lessons import LESSONS
from blackboard.views.view import fold
from tests.blackboard.lessons import HERE, lesson, told
from tests.memory_log import MemoryLog


def test_a_lesson_was_last_seen_at_its_latest_sight_in_whatever_order_they_come() -> None:
    """An old session that is imported late makes no lesson look forgotten."""
    for first, second, third in permutations((1_000, 2_000, 3_000)):
        sights = [told("lesson.deduplicated", "a")._replace(occurred_at=at * 1_000_000)
                  for at in (second, third)]  # fmt: skip
        row = fold(LESSONS, MemoryLog().append([lesson("a", "Run a", at=first), *sights]))["a"]
        assert (row["created_at"], row["last_seen_at"]) == (1_000_000_000, 3_000_000_000)


def test_lessons_of_no_project_can_be_asked_for(board: Board) -> None:
    """None is a value to ask for like any other."""
    board.append([lesson("here", "Run a"), lesson("nowhere", "Run b", project=None)])
    assert [row["id"] for row in board.view("lessons", where={"project": None})] == ["nowhere"]
    assert [row["id"] for row in board.view("lessons", where={"project": HERE})] == ["here"]
