"""A long list is read page by page, each beginning behind the last row of the one before."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board, NewEvent, Row, View, columns
from tests.long_runs import rounds

_VALUES = st.dictionaries(st.text("abc", min_size=1, max_size=3), st.integers(0, 3))

MARKS = View(
    name="marks",
    version=1,
    columns={"name": columns.TEXT, "mark": columns.INTEGER},
    reduce={"mark.given": lambda _row, event: dict(event.payload or {})},
    keys=lambda event: [str((event.payload or {})["name"])],
)


def _board(marks: dict[str, int]) -> Board:
    board = Board.open(":memory:", views=[MARKS])
    board.append([NewEvent("mark.given", "marks", {"name": name, "mark": mark})
                  for name, mark in marks.items()])  # fmt: skip
    return board


def _pages(board: Board, order: str, size: int) -> list[Row]:
    found: list[Row] = []
    after = None
    while page := board.view("marks", order=order, limit=size, after=after):
        found += page
        after = (page[-1]["mark"], page[-1]["name"])
    return found


@settings(max_examples=rounds(10, 30))  # each makes a board
@given(marks=_VALUES, size=st.integers(1, 4), order=st.sampled_from(["mark", "-mark"]))
def test_all_pages_are_the_whole_list(marks: dict[str, int], size: int, order: str) -> None:
    """Rows of one value come by their keys, so that none is left out or told twice."""
    with _board(marks) as board:
        assert _pages(board, order, size) == board.view("marks", order=order)


def test_a_page_begins_behind_a_row_that_is_gone() -> None:
    """What is named is a place in the order, whether or not a row stands there."""
    with _board({"a": 1, "c": 1, "d": 2}) as board:
        rows = board.view("marks", order="mark", after=(1, "b"))
        assert [row["name"] for row in rows] == ["c", "d"]
