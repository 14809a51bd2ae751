"""Which lessons could be guards by their failures is noted for their person; it refuses nothing."""

from __future__ import annotations

import pytest

from blackboard import Board
from reflect.guards.next_steps import next_steps
from reflect.guards.qualifying import qualify
from reflect.guards.switching import guard_of, switch_off, switch_on, switch_on_qualified
from tests.blackboard.lessons import told
from tests.reflect.guards.test_guards import WORKS, fail, ingest, learn, row


@pytest.fixture
def board() -> Board:
    """A board with a lesson that names a failing form and the right one."""
    board = Board.open(":memory:")
    learn(board)
    return board


def recur(board: Board) -> None:
    """It is looked at again, because it came back."""
    board.append([told("lesson.recurred", "a", session="s9", injected=False)])


def test_what_failed_three_times_is_proposed_with_its_command(board: Board) -> None:
    """Once, with the figures; what is switched on or off by a person is not proposed again."""
    fail(board, "s1", "s2")
    assert qualify(board) == []
    fail(board, "s3")
    recur(board)
    assert qualify(board) == ["a"]
    recur(board)
    assert qualify(board) == []
    [step] = [each for each in next_steps(board) if each.step == "guard on"]
    assert step.command == "lessonboard lesson guard a"
    assert "failed in 3 of 3 uses" in step.why
    switch_off(board, "a")
    recur(board)
    assert qualify(board) == []
    assert [each for each in next_steps(board) if each.step.startswith("guard")] == []


def test_it_refuses_nothing_until_it_is_switched_on(board: Board) -> None:
    """Neither in hooks, nor is it in the way of the settings' own mode."""
    fail(board, "s1", "s2", "s3")
    assert qualify(board) == ["a"]
    guard = guard_of(board, "a")
    assert guard is not None
    assert (guard["state"], guard["failed"], guard["wrong"]) == ("qualified", 3, ["npm", "test"])
    assert switch_on_qualified(board) == ["a"]


def test_what_worked_once_does_not_qualify(board: Board) -> None:
    """As `lesson guard` would refuse it."""
    fail(board, "s1", "s2", "s3")
    ingest(board, "s4", WORKS)
    assert qualify(board) == []


def test_a_replay_gives_the_same(board: Board) -> None:
    """It is folded from the log alone; a person's yes stands."""
    fail(board, "s1", "s2", "s3")
    qualify(board)
    switch_on(board, row(board))
    before = board.view("guards")
    assert before[0]["state"] == "on"
    board.replay()
    assert board.view("guards") == before
