"""Deciding without the write lock: what others append meanwhile is never overlooked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from blackboard.errors import BoardBusy
from reflect.deciding import ATTEMPTS, append_decided

_TYPES = ("note.taken",)


def _note(text: str) -> NewEvent:
    return NewEvent("note.taken", "notes", {"text": text})


def _count(board: Board) -> NewEvent:
    """A decision that is right only as long as no note comes."""
    return NewEvent("note.counted", "counts", {"notes": len(list(board.read(types=_TYPES)))})


@pytest.fixture
def other(board: Board) -> Iterator[Board]:
    """The same board, opened by another writer who waits for nobody."""
    assert isinstance(board.path, Path)
    with Board.open(board.path, timeout=0) as opened:
        yield opened


def test_a_decision_that_was_overtaken_is_made_again(board: Board, other: Board) -> None:
    """Another writer's note comes after the first reading; what is appended has counted it."""
    calls: list[object] = []

    def decide() -> list[NewEvent]:
        decided = [_count(board)]
        if not calls:
            other.append([_note("meanwhile")])
        calls.append(decided)
        return decided

    (appended,) = append_decided(board, decide, by=_TYPES)
    assert (appended.payload, len(calls)) == ({"notes": 1}, 2)
    assert [event.type for event in board.read()] == ["note.taken", "note.counted"]


def test_what_decides_nothing_may_come_at_any_time(board: Board, other: Board) -> None:
    """Events of other types make nobody decide again."""
    calls: list[object] = []

    def decide() -> list[NewEvent]:
        calls.append(other.append([NewEvent("step.walked", "steps", {})]))
        return [_count(board)]

    append_decided(board, decide, by=_TYPES)
    assert len(calls) == 1


def test_who_is_always_overtaken_decides_at_last_with_the_lock(board: Board, other: Board) -> None:
    """Then nobody can write in between."""
    outcomes: list[str] = []

    def decide() -> list[NewEvent]:
        try:
            other.append([_note(f"attempt {len(outcomes)}")])
            outcomes.append("overtaken")
        except BoardBusy:
            outcomes.append("alone")
        return [_count(board)]

    (appended,) = append_decided(board, decide, by=_TYPES)
    assert outcomes == [*["overtaken"] * ATTEMPTS, "alone"]
    assert appended.payload == {"notes": ATTEMPTS}


def test_where_nothing_is_decided_nobody_is_waited_for(board: Board, other: Board) -> None:
    """The lock is not asked for, so that another may hold it."""
    with board.transaction():
        assert append_decided(other, list, by=_TYPES) == []
