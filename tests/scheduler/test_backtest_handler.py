"""The backtest as a kind of work, for those who ask for it: done from where it is, or stopped."""

from __future__ import annotations

import pytest

from blackboard import Board
from scheduler.handler import Stopped
from scheduler.handlers.backtest import KIND, BacktestHandler
from scheduler.work.item import Item
from scheduler.work.queue import Queue
from tests.reflect.backtest.history import failed, lived, worked


def _claimed(board: Board) -> Item:
    Queue(board, "somebody").create(KIND)
    (item,) = Queue(board, "worker").claim([KIND])
    return item


def test_its_outcome_holds_the_figures(board: Board) -> None:
    """What the command prints is kept with the item."""
    lived(board, [failed(), worked()], [failed(), worked()])
    outcome = BacktestHandler().handle(board, _claimed(board), lambda: False)
    assert (outcome["sessions"], outcome["came_back"]) == (2, 1)


def test_it_stops_when_the_worker_stops(board: Board) -> None:
    """A long history does not keep a worker that has to end."""
    lived(board, [failed(), worked()])
    item = _claimed(board)
    with pytest.raises(Stopped):
        BacktestHandler().handle(board, item, lambda: True)
