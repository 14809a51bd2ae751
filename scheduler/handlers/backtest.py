"""Replaying a board's history after its first import, in the background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from blackboard import Board
from blackboard.delivery.limits import ITEMS, TOKENS
from blackboard.views.rows import WorkRow
from reflect.backtest.replay import Options, backtest
from reflect.critic.settings import CriticSettings
from reflect.curator.settings import CuratorSettings
from scheduler.handler import Outcome, Stopped
from scheduler.work.item import Item
from scheduler.work.queue import Queue

KIND = "backtest"


@dataclass(frozen=True)
class BacktestHandler:
    """Does items of the kind `backtest`, which ask for nothing; the figures are the outcome."""

    policy: CuratorSettings = field(default_factory=CuratorSettings)
    critic: CriticSettings | None = None
    limits: tuple[int, int] = (ITEMS, TOKENS)
    kind: str = KIND
    in_background: bool = True

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Replay all projects; nothing is written, so that a second attempt starts anew."""

        def step(_done: int, _all: int) -> None:
            if stopping():
                raise Stopped(f"{item.id}: the worker stops")

        items, tokens = self.limits
        options = Options(policy=self.policy, critic=self.critic, items=items, tokens=tokens)
        return backtest(board, options, step).as_json()


def ask_for_backtest(board: Board, actor: str) -> bool:
    """Put the first backtest of a board on the queue, and say whether it was.

    Only where there are sessions; later ones a person asks for.
    """
    if board.view("work", where={"kind": KIND}, limit=1) or not board.view("sessions", limit=1):
        return False
    _, is_new = Queue(board, actor).create(KIND, priority="P3", dedup_key=KIND)
    return is_new


def latest_backtest(board: Board) -> WorkRow | None:
    """The work item of the newest backtest, whatever became of it."""
    rows = board.view("work", where={"kind": KIND}, order="-created_at", limit=1)
    return rows[0] if rows else None
