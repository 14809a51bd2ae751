"""What was put back to candidates because its author is unproven; `reconsider` decides it."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from blackboard.views.rows import RuleRow


def waiting(board: Board) -> Iterator[RuleRow]:
    """What was put back and waits for a person."""
    for view in ("lessons", "insights"):
        for row in board.view(view, where={"status": "candidate"}):
            changes = [each for each in row["decisions"] if "status" in each["before"]]
            if changes and changes[-1]["type"].endswith(".reconsidered"):
                yield row
