"""A failure: where the same happened, and what was done about it."""

from __future__ import annotations

from blackboard.fixes import fixes
from lessonboard.pages.page import Asked, Shown

_MOST_ELSEWHERE = 40


def failure(asked: Asked) -> Shown:
    """A failure: where the same happened elsewhere, and what was done about it."""
    board = asked.board
    row = board.row("failures", asked.names["name"])
    alike = board.view("failures", where={"signature": row["signature"]}, order="-occurred_at",
                       limit=_MOST_ELSEWHERE) if row["signature"] else [row]  # fmt: skip
    return Shown("failure_page.html", {
        "row": row, "alike": alike,
        "titles": {each["id"]: each["title"] for each in board.view(
            "sessions", where={"id": sorted({each["session"] for each in alike})})},
        "found": fixes(board, "\n".join(row["lines"]) or row["error"], here=row["project"]),
    })  # fmt: skip
