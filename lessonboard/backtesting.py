"""The backtest under this user's settings: what it assumes, and bringing it up to date."""

from __future__ import annotations

from collections.abc import Callable

from blackboard import Board
from lessonboard.bootstrap import App
from reflect.backtest.standing import Rules, missing

_FEW = 20
"""Sessions that a read looks at: half a second; more of them wait for the worker or an import."""


def rules_of(app: App) -> Rules:
    """Return what the settings say about approval and about how much is shown together."""
    return Rules(app.config.curator, app.context_limits)


def bring_up(
    app: App,
    board: Board,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
    stopping: Callable[[], bool] = lambda: False,
) -> bool:
    """Look at all sessions that are not counted yet; whether none is left."""
    from reflect.backtest.advance import advance  # what is needed to look at one

    return advance(board, rules_of(app), progress, stopping)


def for_a_reader(app: App, board: Board) -> int:
    """Return how many sessions somebody who waits may look at: a few, or all of the first time."""
    if board.read_only:
        return 0
    rules = rules_of(app)
    is_first = board.local.recurrences.reached(rules.version) is None
    number = missing(board, rules)
    return number if number <= _FEW or is_first else 0
