"""Pages of long lists: each begins behind the last row of the one before, and never counts."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from blackboard import Board
from lessonboard.pages.page import Asked, BadRequest

SIZE = 40


class Part(NamedTuple):
    """Some rows, and what the address of those after them ends with; empty at the end."""

    rows: list[Any]
    after: str


def part(asked: Asked, view: str, where: dict[str, Any], order: str, size: int = SIZE) -> Part:
    """Return the rows of a view from where an address says on.

    `after` of the address is the value of the column in the order, a colon, and the row's key.

    Raises:
        BadRequest: the address was written by hand, and wrong.
    """
    board: Board = asked.board
    column = order.removeprefix("-")
    rows = board.view(view, where=where, order=order, limit=size + 1,
                      after=after_of(asked.query.get("after", "")))  # fmt: skip
    if len(rows) <= size:
        return Part(rows, "")
    last = rows[size - 1]
    return Part(rows[:size], f"{last[column]}:{last[next(iter(last))]}")


def after_of(text: str) -> tuple[int, str] | None:
    """Return the value and the key behind which an address goes on; None at the first page.

    Raises:
        BadRequest: the address was written by hand, and wrong.
    """
    if not text:
        return None
    value, _, key = text.partition(":")
    if not re.fullmatch(r"[0-9]{1,18}", value):
        raise BadRequest(f"{text[:60]!r} is no position in a list; start at its first page")
    return int(value), key
