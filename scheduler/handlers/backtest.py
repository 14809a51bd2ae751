"""Looking at sessions for the backtest, where somebody asks for it by a work item.

Imports and workers do so anyway (`lessonboard/backtesting.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from blackboard import Board
from reflect.backtest.advance import advance
from reflect.backtest.result import result
from reflect.backtest.standing import Rules
from scheduler.handler import Outcome, Stopped
from scheduler.work.item import Item

KIND = "backtest"


@dataclass(frozen=True)
class BacktestHandler:
    """Does items of the kind `backtest`, which ask for nothing; the figures are the outcome."""

    rules: Rules = field(default_factory=Rules)
    kind: str = KIND
    in_background: bool = True

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Look at all sessions that are missing; a second attempt goes on where the first ended."""
        advance(board, self.rules, stopping=stopping)
        if stopping():
            raise Stopped(f"{item.id}: the worker stops")
        return result(board).as_json()
