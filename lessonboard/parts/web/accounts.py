"""A lesson's account for its page: counts, effect in words, and a plot beside that of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from blackboard import Board
from blackboard.views.rows import LessonRow, RuleRow
from lessonboard.pages.page import Asked
from lessonboard.parts.web.plots.intervals import Estimate, intervals
from lessonboard.parts.web.plots.plot import Plot
from reflect.accounts.account import Account
from reflect.accounts.intervals import Pair, difference
from reflect.accounts.ledger import accounts
from reflect.accounts.pool import Entry, Pool, pools
from reflect.accounts.words import compared, pooled, why_not_measured
from reflect.curator.harm import why_harmful
from reflect.curator.insights import as_lesson
from reflect.curator.settings import CuratorSettings


class AccountShown(NamedTuple):
    """Counts, the effect in words, why it harms if it does, the pool of all, and a plot."""

    account: Account
    effect: str
    harm: str
    pool: str
    plot: Plot | None


def account_of(asked: Asked, row: RuleRow) -> AccountShown:
    """What became of a lesson or insight, beside what became of all lessons that were compared."""
    lesson = row if "constraint" in row else as_lesson(row)
    (found,) = accounts(asked.board, [lesson])
    return shown_account(lesson, found, pool_of_all(asked.board), asked.app.config.curator)


def shown_account(
    row: LessonRow, found: Account, pool: Pool | None, settings: CuratorSettings
) -> AccountShown:
    """An account in words and as a plot."""
    return AccountShown(
        found,
        why_not_measured(row, found) or compared(found.pairs),
        why_harmful(found, settings),
        pooled(pool) if pool else "",
        _plot(found.pairs, pool),
    )


def pool_of_all(board: Board) -> Pool | None:
    """All lessons about which chance ever decided, together; None where it decided about none."""
    drawn = {row["lesson"] for row in board.view("exposures", where={"one_in>=": 1})}
    rows = board.view("lessons", where={"id": sorted(drawn)}) if drawn else []
    entries = [Entry(*each) for each in zip(rows, accounts(board, rows), strict=True)]
    return next(iter(pools(entries)), None)


def _plot(pairs: Sequence[Pair], pool: Pool | None) -> Plot | None:
    """The two intervals; none where nothing was compared."""
    own = [Estimate("this one", *_bounds(pairs))] if pairs else []
    every = (
        [Estimate(f"all that were compared: {pool.lessons}", *_bounds(pool.pairs))] if pool else []
    )
    if not own and not every:
        return None
    title = "Failures that came back, with the lesson minus without it"
    return intervals(title, [*own, *every], "fewer with it", "more with it")


def _bounds(pairs: Sequence[Pair]) -> tuple[float, float, float]:
    found = difference(pairs)
    return found.estimate, found.low, found.high
