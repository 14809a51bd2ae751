"""Following a log: what `tail` gives, and when it ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.event import NewEvent


def _append(board: Board, number: int) -> None:
    for _ in range(number):
        board.append([NewEvent("note.taken", "notes", {"n": board.log.head()})])


@given(st.integers(0, 5), st.integers(0, 5))
def test_what_is_there_is_given_where_it_is_to_end_at_once(there: int, after: int) -> None:
    """All of it, and nothing that is appended while it is read."""
    with Board.open(":memory:") as board:
        _append(board, there)
        positions = []
        for event in board.tail(after, until=lambda: True):
            positions.append(event.position)
            _append(board, 1)
        assert positions == list(range(after + 1, there + 1))


@given(st.integers(0, 6), st.integers(1, 6))
def test_it_ends_after_the_event_at_which_it_is_to(there: int, enough: int) -> None:
    """However much is left of the backlog."""
    with Board.open(":memory:") as board:
        _append(board, there)
        positions: list[int] = []
        asked: list[None] = []

        def until() -> bool:
            asked.append(None)
            return len(positions) >= enough or len(asked) > there + 1

        for event in board.tail(0, until=until, interval=0):
            positions.append(event.position)
        assert positions == list(range(1, min(there, enough) + 1))


@pytest.mark.parametrize("types", [["note.taken"], ["other.taken"]])
def test_only_new_events_are_given_where_no_position_is_named(
    board: Board, types: list[str]
) -> None:
    """Where it is to end at once there are none."""
    _append(board, 3)
    assert list(board.tail(types=types, until=lambda: True)) == []
