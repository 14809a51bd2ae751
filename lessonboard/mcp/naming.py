"""Which lesson or insight an agent means by the id that it writes."""

from __future__ import annotations

from typing import Literal

from blackboard import Board
from blackboard.errors import Ambiguous, NotFound
from blackboard.views.rows import RuleRow
from lessonboard.mcp.text import plain

RuleView = Literal["lessons", "insights"]
VIEWS: dict[RuleView, str] = {"lessons": "constraint", "insights": "statement"}
"""The views that hold rules, each with the column that says the rule."""


def named(board: Board, beginning: str) -> tuple[RuleView, RuleRow]:
    """The view and row of a lesson or insight, by its id or the only beginning like it.

    Raises:
        NotFound: there is none.
        Ambiguous: there are several.
    """
    alike = [(view, key) for view in VIEWS for key in board.keys(view, beginning)]
    exact = [each for each in alike if each[1] == beginning] or alike
    if len(exact) == 1:
        view, key = exact[0]
        return view, board.row(view, key)
    one_line = plain(beginning, 80)
    if exact:
        raise Ambiguous(one_line, [key for _, key in exact])
    raise NotFound(f"there is no lesson or insight {one_line!r}; recall finds ids")
