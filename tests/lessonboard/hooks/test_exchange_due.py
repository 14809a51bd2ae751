"""A hook starts an exchange when the last one is old enough, and where there is anyone."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from lessonboard.hooks import background
from lessonboard.hooks.exchange_due import EXCHANGE_EVERY, exchange_mark, start_if_due

NOW = 1_700_000_000.0


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What would have been started, at a time that stays."""
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setattr(background, "start_apart", lambda board, how: found.append((board, how)))
    return found


def _age(board: Path, seconds: float) -> None:
    mark = Path(exchange_mark(str(board)))
    mark.touch()
    os.utime(mark, (NOW - seconds, NOW - seconds))


def test_nothing_is_started_where_there_is_no_team(
    tmp_path: Path, started: list[tuple[str, str]]
) -> None:
    """The file by which a hook knows is not there, and is not made."""
    start_if_due(str(tmp_path / "board.db"))
    assert (started, list(tmp_path.iterdir())) == ([], [])


@pytest.mark.parametrize(
    ("age", "times"),
    [(EXCHANGE_EVERY, 1), (EXCHANGE_EVERY - 1, 0), (0, 0), (1 - EXCHANGE_EVERY, 0),
     (-EXCHANGE_EVERY, 1)],
)  # fmt: skip
def test_an_exchange_is_due_after_its_interval(
    tmp_path: Path, started: list[tuple[str, str]], age: float, times: int
) -> None:
    """Not before; a clock that was put back does not end them; one hook starts it, not each."""
    board = tmp_path / "board.db"
    _age(board, age)
    start_if_due(str(board))
    assert started == [(str(board), "--exchange")] * times
    if times:
        assert (
            abs(Path(exchange_mark(str(board))).stat().st_mtime - NOW) > 1
        )  # as of the real clock
