"""Which lesson or insight an agent means by the id that it writes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from blackboard import Board
from blackboard.errors import Ambiguous, NotFound
from blackboard.views.rows import RuleRow
from lessonboard.mcp.reach import Reach
from lessonboard.mcp.text import plain

RuleView = Literal["lessons", "insights"]
VIEWS: dict[RuleView, str] = {"lessons": "constraint", "insights": "statement"}
"""The views that hold rules, each with the column that says the rule."""

_MOST_ALIKE = 10
"""Ids that are listed where several begin alike."""


def named(board: Board, beginning: str, reach: Reach) -> tuple[RuleView, RuleRow]:
    """Return the view and row of a lesson or insight, by its id or the only beginning like it.

    What is out of reach is as unknown as what does not exist.

    Raises:
        NotFound: there is none.
        Ambiguous: there are several.
    """
    alike = list(islice(_alike(board, beginning, reach), _MOST_ALIKE))
    exact = [each for each in alike if each[1]["id"] == beginning] or alike
    if len(exact) == 1:
        return exact[0]
    one_line = plain(beginning, 80)
    if exact:
        raise Ambiguous(one_line, [row["id"] for _, row in exact])
    raise NotFound(f"there is no lesson or insight {one_line!r}; recall finds ids")


def _alike(board: Board, beginning: str, reach: Reach) -> Iterator[tuple[RuleView, RuleRow]]:
    for view in VIEWS:
        for key in sorted(board.keys(view, beginning), key=len):  # the id itself comes first
            row: RuleRow = board.row(view, key)
            if reach.covers_row(row):
                yield view, row
