"""The inbox of a board: read what waits, what came back, and what says the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from blackboard import Board
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import RuleRow
from blackboard.views.rule import rule_of
from lessonboard.inbox.arranging import arranged
from lessonboard.inbox.model import Inbox, Waiting
from reflect.finding import View

ALIKE = 0.5
"""The share of terms from which on rows are one decision."""


def inbox(board: Board, view: View, where: Mapping[str, Any]) -> Inbox:
    """What waits of a view, in the order in which it should be decided.

    Args:
        board: where it waits.
        view: `lessons` or `insights`; a decision is about rows of one of them.
        where: conditions on the rows, as `Board.view` takes them.
    """
    waiting = _waiting(board, view, where)
    here = {each.id: each.row for each in waiting if not each.deferred}
    return arranged(waiting, lambda row: _alike(board, view, row, here))


def number(board: Board, view: View, where: Mapping[str, Any]) -> int:
    """How many rows of a view wait, without what is deferred."""
    return sum(not each.deferred for each in _waiting(board, view, where))


def _waiting(board: Board, view: View, where: Mapping[str, Any]) -> list[Waiting]:
    reasons = board.undecided()
    rows: Sequence[RuleRow] = board.view(view, where={**where, "status": ACTIVE_STATUSES})
    back = Counter(each.lesson for each in board.local.recurrences.came_back(0) if each.lesson)
    return [Waiting(row, back[row["id"]], reasons[row["id"]])
            for row in rows if row["id"] in reasons]  # fmt: skip


def _alike(board: Board, view: View, row: RuleRow, here: Mapping[str, RuleRow]) -> list[str]:
    """What waits too, in the same place, and shares most of its terms without contradicting it."""
    against = {each["other"] for each in cast("Any", row).get("contradicts", ())}
    near = board.similar(rule_of(row), view=view, threshold=ALIKE)
    return [each.key for each in near if each.key in here and each.key not in against
            and here[each.key]["project"] == row["project"]]  # fmt: skip
