"""That a board which may only be read is read, and never written; and that clocks may err."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.errors import BoardReadOnly
from blackboard.event import NewEvent, iso
from tests.conftest import FixedClock


def insight(number: int) -> NewEvent:
    """An insight about a number."""
    curated = {"insight": str(number), "statement": f"prefer the number {number}",
               "category": "testing", "confidence": 0.5}  # fmt: skip
    return NewEvent("insight.curated", f"insight:{number}", curated)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed board of three insights whose views lag two behind."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([insight(1)])
        board.view("insights")
        board.append([insight(2), insight(3)])
    return tmp_path / "board.db"


def test_a_lagging_board_answers_without_being_written(path: Path) -> None:
    """Views and search of a read-only board know every event, and no byte of the file changes."""
    before = path.read_bytes()
    with Board.open(path, read_only=True) as board:
        assert board.lag() == 2
        assert [row["id"] for row in board.view("insights", order="id")] == ["1", "2", "3"]
        assert board.search("number 3", view="insights")[0].row["id"] == "3"
    assert path.read_bytes() == before


def test_a_board_without_views_answers_read_only(tmp_path: Path) -> None:
    """Views that nobody has ever folded are folded for the reader alone."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([insight(1)])
    with Board.open(tmp_path / "board.db", read_only=True) as board:
        assert board.lag() is None
        assert [row["id"] for row in board.view("insights")] == ["1"]


def test_nothing_writes_through_a_read_only_board(path: Path) -> None:
    """Appending, transactions, rebuilding and forgetting are refused by name."""
    with Board.open(path, read_only=True) as board:
        event = next(board.read())
        with pytest.raises(BoardReadOnly, match=r"board\.db"):
            board.append([insight(4)])
        with pytest.raises(BoardReadOnly), board.transaction():
            pass
        with pytest.raises(BoardReadOnly):
            board.replay()
        with pytest.raises(BoardReadOnly):
            board.forget(event.id, reason="r")
        assert board.verify().events == 3


def test_a_write_protected_file_is_read(path: Path) -> None:
    """Without the right to write, reading works and appending says why not."""
    if os.geteuid() == 0:
        pytest.skip("root may write to any file")
    path.chmod(0o444)
    with Board.open(path, read_only=True) as board:
        assert len(board.view("insights")) == 3
    with pytest.raises(BoardReadOnly), Board.open(path) as board:
        board.append([insight(4)])


def test_a_clock_put_back_confuses_nothing(board: Board, clock: FixedClock) -> None:
    """Order, times of recording, views and the past all stand when the clock is put back."""
    board.append([insight(1)])
    noon = clock.now
    clock.advance(-3_600_000_000)
    board.append([insight(2)])
    clock.advance(7_200_000_000)
    board.append([insight(3)])
    assert [event.recorded_at - noon for event in board.read()] == [
        0, -3_600_000_000, 3_600_000_000,
    ]  # fmt: skip
    assert board.verify().sound
    with board.as_of(iso(noon)) as past:
        assert [row["id"] for row in past.view("insights", order="id")] == ["1", "2"]
