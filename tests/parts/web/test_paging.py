"""The pages of a long list: together they are the whole list."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from blackboard import Board
from lessonboard.pages.page import Asked
from lessonboard.pages.paging import Part, part
from tests.blackboard.lessons import lesson


def _part(board: Board, after: str, size: int) -> Part:
    asked = cast("Asked", SimpleNamespace(board=board, query={"after": after}))
    return part(asked, "lessons", {}, "-last_seen_at", size)


def test_no_row_is_left_out_or_shown_twice_between_two_pages(board: Board) -> None:
    """Whatever the size of a page, and where it ends exactly with the list there is no other."""
    board.append([lesson(f"l{n}", f"Run {n}", at=1_000 + n // 3) for n in range(7)])
    whole = [row["id"] for row in board.view("lessons", order="-last_seen_at")]
    for size in (1, 2, 3, 6, 7, 8):
        shown, after, pages = [], "", 0
        while after or not pages:
            rows, after = _part(board, after, size)
            shown += [row["id"] for row in rows]
            pages += 1
        assert (shown, pages) == (whole, -(-7 // size)), size
