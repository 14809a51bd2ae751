"""Rows for other programs: times can be read, and all else is as the view has it."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board
from blackboard.event import micros
from blackboard.views import VIEWS, view_named
from lessonboard.present.as_json import row_json, rule_json
from tests.blackboard.sample_board import fill


@pytest.fixture(scope="module")
def filled() -> Board:
    """A board with rows in every view."""
    board = Board.open(":memory:")
    fill(board)
    return board


@pytest.mark.parametrize("name", [view.name for view in VIEWS])
def test_the_columns_of_a_view_say_which_values_are_times(filled: Board, name: str) -> None:
    """ISO 8601, and the same moment; what is no time is left as it is."""
    rows: list[dict[str, Any]] = filled.view(name)
    for row in rows:
        told = row_json(name, row)
        assert told.keys() == row.keys()
        for column, each in view_named(name).columns.items():
            is_time = each.type == "time" and row[column] is not None
            assert (micros(told[column]) if is_time else told[column]) == row[column]


def test_a_lesson_tells_when_it_was_decided_upon(filled: Board) -> None:
    """Times that stand inside JSON are read as well."""
    (row,) = filled.view("lessons", where={"constraint": "Use uv, never pip"})
    told = rule_json(row)
    assert [micros(each["at"]) for each in told["decisions"]] == [
        each["at"] for each in row["decisions"]
    ]
    assert told["decisions"]
