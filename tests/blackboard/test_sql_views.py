"""The board's file as other programs read it: an SQL view of a plain name for each view."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent, iso
from blackboard.views import VIEWS
from tests.blackboard.lessons import lesson
from tests.inside import connection_of


def ask(board: Board, sql: str) -> list[dict[str, Any]]:
    """What another program reads from the board's file, after a command brought it up to date."""
    board.catch_up()
    with closing(sqlite3.connect(f"file:{board.path}?mode=ro", uri=True)) as other:
        other.row_factory = sqlite3.Row
        return [dict(row) for row in other.execute(sql)]


@pytest.fixture
def told(board: Board) -> Board:
    """A session and a lesson, whose views nobody has read yet."""
    said = {"session": "s", "role": "user", "text": "hello"}
    board.append([
        NewEvent("message.recorded", "session:s", said, occurred_at=1_700_000_000_000_123),
        lesson("l-1", "Run `make gen` first", tags=["make"]),
    ])  # fmt: skip
    return board


def test_sqlite_alone_reads_a_board(told: Board) -> None:
    """Any program opens the file as it is, read-only, and sees the views as last read."""
    query = (
        'SELECT lessons.id, "constraint", last_seen_at, value AS tag FROM lessons, json_each(tags)'
    )
    assert ask(told, query) == [{
        "id": "l-1", "constraint": "Run `make gen` first",
        "last_seen_at": "2023-11-14T22:13:20.000000Z", "tag": "make",
    }]  # fmt: skip


def test_plain_names_have_all_columns_and_readable_times(told: Board) -> None:
    """Every view has one; its times are those of `--json`, letter by letter."""
    for view in VIEWS:
        columns = [each["name"] for each in ask(told, f"PRAGMA table_info('{view.name}')")]
        assert columns == list(view.columns)
        times = [name for name, each in view.columns.items() if each.type == "time"]
        for found, row in zip(
            ask(told, f'SELECT * FROM "{view.name}"'), told.view(view.name), strict=True
        ):
            expected = {name: row[name] and iso(row[name]) for name in times}
            assert {name: found[name] for name in times} == expected


def test_plain_names_outlive_a_replay_and_a_forgetting(told: Board) -> None:
    """Also where a person has made an SQL view of his own over the tables."""
    told.catch_up()
    connection_of(told).execute("CREATE VIEW mine AS SELECT id FROM view_lessons")
    told.replay()
    told.replay("lessons")
    (said,) = told.read(types=["message.recorded"])
    told.forget(said.id, reason="r")
    assert ask(told, "SELECT mine.id FROM mine JOIN lessons USING (id)") == [{"id": "l-1"}]
    assert ask(told, "SELECT * FROM sessions") == []
