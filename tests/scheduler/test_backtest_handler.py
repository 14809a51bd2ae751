"""The backtest as a kind of work: once after the first import, stopped on demand."""

from __future__ import annotations

import pytest

from blackboard import Board
from scheduler.handler import Stopped
from scheduler.handlers.backtest import KIND, BacktestHandler, ask_for_backtest, latest_backtest
from scheduler.work.item import Item
from scheduler.work.queue import Queue
from tests.reflect.backtest.history import failed, lived, worked


def _claimed(board: Board) -> Item:
    assert ask_for_backtest(board, "import")
    (item,) = Queue(board, "worker").claim([KIND])
    return item


def test_its_outcome_holds_the_figures(board: Board) -> None:
    """What the command prints is kept with the item."""
    lived(board, [failed(), worked()], [failed(), worked()])
    item = _claimed(board)
    Queue(board, "worker").complete([(item, BacktestHandler().handle(board, item, lambda: False))])
    row = latest_backtest(board)
    assert row is not None
    assert (row["state"], row["outcome"]["came_back"]) == ("completed", 1)


def test_it_is_asked_for_once(board: Board) -> None:
    """A board without sessions has nothing to replay; one that was replayed is not asked again."""
    assert not ask_for_backtest(board, "import")
    lived(board, [failed(), worked()])
    assert ask_for_backtest(board, "import")
    assert not ask_for_backtest(board, "import")


def test_it_stops_when_the_worker_stops(board: Board) -> None:
    """A long history does not keep a worker that has to end."""
    lived(board, [failed(), worked()])
    item = _claimed(board)
    with pytest.raises(Stopped):
        BacktestHandler().handle(board, item, lambda: True)
