"""The types of rows are those of the columns, and what is in a row is of its column's type."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from blackboard import Board, vocabulary
from blackboard.views import VIEWS, generate
from blackboard.views.columns import Column
from tests.blackboard.sample_board import fill

NAMES = {**vars(vocabulary), "Any": Any}


def test_the_file_is_made_of_the_views() -> None:
    """Else run `python -m blackboard.views.generate`."""
    assert generate.FILE.read_text(encoding="utf-8") == generate.text()


@pytest.fixture(scope="module")
def filled() -> Board:
    """A board with rows in nearly every view."""
    board = Board.open(":memory:")
    fill(board)
    return board


@pytest.mark.parametrize("name", [view.name for view in VIEWS])
def test_what_is_in_a_row_is_what_its_type_says(filled: Board, name: str) -> None:
    """Else mypy would believe what is not so."""
    [view] = [each for each in VIEWS if each.name == name]
    rows: list[dict[str, Any]] = filled.view(name)
    assert rows
    for row in rows:
        assert row.keys() == view.columns.keys()
        for column, value in row.items():
            assert_is_of(view.columns[column], value)


def assert_is_of(column: Column, value: Any) -> None:
    """A value is of a column's type, and no other that could be made one."""
    adapter = TypeAdapter(eval(column.python, NAMES))
    assert adapter.validate_python(value, strict=True) == value


def test_every_time_is_known_by_its_column() -> None:
    """So no face keeps a list of them; two columns of microseconds are numbers for programs."""
    times = {f"{view.name}.{name}" for view in VIEWS for name, column in view.columns.items()
             if name == "at" or name.endswith("_at")}  # fmt: skip
    typed = {f"{view.name}.{name}" for view in VIEWS for name, column in view.columns.items()
             if column.type == "time"}  # fmt: skip
    assert times == typed
