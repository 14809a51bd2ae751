"""Questions in SQL: they read what every view reads, write nothing, and come to an end."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.errors import BadQuery, BoardError, QueryTooSlow
from blackboard.event import NewEvent, iso
from blackboard.views import VIEWS
from tests.blackboard.lessons import lesson
from tests.inside import connection_of

_ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "


def ask(board: Board, sql: str, seconds: float = 10) -> list[tuple[Any, ...]]:
    """All rows of an answer."""
    with board.query_sql(sql, seconds=seconds) as answer:
        return list(answer.rows)


@pytest.fixture
def told(board: Board) -> Board:
    """A session and a lesson, whose views nobody has read yet."""
    said = {"session": "s", "role": "user", "text": "hello"}
    board.append([
        NewEvent("message.recorded", "session:s", said, occurred_at=1_700_000_000_000_123),
        lesson("l-1", "Run `make gen` first", tags=["make"]),
    ])  # fmt: skip
    return board


def test_an_answer_is_up_to_date(told: Board) -> None:
    """What was appended just now is in it, under the views' plain names."""
    assert ask(told, 'SELECT id, "constraint" FROM lessons') == [("l-1", "Run `make gen` first")]
    assert ask(told, "SELECT value FROM lessons, json_each(tags)") == [("make",)]
    told.append([lesson("l-2", "Sing")])
    assert ask(told, "SELECT COUNT(*) FROM lessons") == [(2,)]


def test_plain_names_have_all_columns_and_readable_times(told: Board) -> None:
    """Every view has one; its times are those of `--json`, letter by letter."""
    for view in VIEWS:
        with told.query_sql(f'SELECT * FROM "{view.name}"') as answer:
            assert answer.columns == list(view.columns)
            rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
        times = [name for name, each in view.columns.items() if each.type == "time"]
        for found, row in zip(rows, told.view(view.name), strict=True):
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
    assert ask(told, "SELECT mine.id FROM mine JOIN lessons USING (id)") == [("l-1",)]
    assert ask(told, "SELECT * FROM sessions") == []


def test_the_past_answers_as_it_was(told: Board) -> None:
    """Both names of a view show what was then."""
    told.append([lesson("l-2", "Sing")])
    with told.as_of(2) as past:
        assert ask(past, "SELECT id FROM lessons") == ask(past, "SELECT id FROM view_lessons")
        assert ask(past, "SELECT COUNT(*) FROM lessons") == [(1,)]
        assert past.view("lessons")[0]["id"] == "l-1"


def test_a_board_that_may_only_be_read_answers_too(told: Board, tmp_path: Path) -> None:
    """Its views are folded for the question alone."""
    told.close()
    with Board.open(tmp_path / "board.db", read_only=True) as board:
        assert ask(board, "SELECT id FROM lessons") == [("l-1",)]
        with pytest.raises(BadQuery):
            ask(board, "DELETE FROM view_lessons")
        assert [hit.row["id"] for hit in board.search("gen")] == ["l-1"]


@pytest.mark.parametrize("sql", [
    "INSERT INTO events SELECT * FROM events",
    "DELETE FROM view_lessons",
    "UPDATE view_lessons SET seen = 9",
    "REPLACE INTO checkpoints VALUES ('view:lessons', 1, 1)",
    "INSERT INTO view_lessons (id) VALUES ('x') RETURNING id",
    "WITH x AS (SELECT 1) DELETE FROM events",
    "DROP TABLE view_lessons", "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)",
    "CREATE VIEW v AS SELECT 1", "CREATE INDEX i ON events (type)",
    "ALTER TABLE events RENAME TO e", "ATTACH 'other.db' AS other", "VACUUM",
    "VACUUM INTO 'copy.db'", "PRAGMA user_version = 9", "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON", "PRAGMA journal_mode = DELETE", "BEGIN IMMEDIATE", "COMMIT",
    "SAVEPOINT s", "REINDEX", "ANALYZE", "SELECT load_extension('x')",
    "INSERT INTO fts_lessons (fts_lessons) VALUES ('optimize')",
    "SELECT 1; DELETE FROM events", "", "-- nothing", "SELEC 1", "SELECT nope FROM lessons",
    "SELECT zeroblob(1000000000)", "SELECT 'a' LIKE replace(hex(zeroblob(999)), '0', '%a')",
])  # fmt: skip
def test_what_does_not_only_read_is_refused(told: Board, tmp_path: Path, sql: str) -> None:
    """With one line that says why; nothing is written, made or attached."""
    told.catch_up()
    connection_of(told).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = (tmp_path / "board.db").read_bytes()
    with pytest.raises(BadQuery) as refused:
        ask(told, sql)
    assert "\n" not in str(refused.value)
    assert (tmp_path / "board.db").read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} <= {
        f"board.db{ending}" for ending in ("", "-wal", "-shm", ".lock", ".replay.lock")
    }
    assert told.verify().sound


@given(sql=st.text(max_size=30) | st.sampled_from(["\x00", "SELECT '\ud800'", "é" * 9000]))
def test_whatever_is_asked_the_error_is_ours(asked: Board, sql: str) -> None:
    """Any text is answered or refused, and the next question is heard."""
    with suppress(BoardError):
        ask(asked, sql, seconds=1)
    assert ask(asked, "SELECT 1") == [(1,)]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    """A board that is asked many things."""
    with Board.open(tmp_path_factory.mktemp("asked") / "board.db") as board:
        yield board


@pytest.mark.parametrize("sql", [
    f"{_ENDLESS} SELECT COUNT(*) FROM n",
    f"{_ENDLESS} SELECT x FROM n WHERE x < 0",
    f"{_ENDLESS} SELECT x FROM n",
    "SELECT COUNT(*) FROM " + ", ".join(f"lessons a{n}" for n in range(30)),
])  # fmt: skip
def test_what_never_ends_is_stopped(told: Board, sql: str) -> None:
    """Whether it gives rows or not, after the time that it was given."""
    for number in range(20):
        told.append([lesson(f"m-{number}", "Sing")])
    with pytest.raises(QueryTooSlow, match=r"after 0\.2 s"):
        ask(told, sql, seconds=0.2)
    assert ask(told, "SELECT 1") == [(1,)]


def test_looking_at_rows_takes_no_time_off(told: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only SQLite's own time counts: who pages through an answer may take as long as he likes."""
    now = 0.0
    monkeypatch.setattr("blackboard.storage.sqlite.querying.time.monotonic", lambda: now)
    with told.query_sql(f"{_ENDLESS} SELECT x FROM n LIMIT 500", seconds=1) as answer:
        for _row in answer.rows:
            now += 60
    assert now == 500 * 60


def test_columns_of_one_name_are_told_apart(told: Board) -> None:
    """As a join gives them."""
    with told.query_sql("SELECT a.id, b.id FROM lessons a, lessons b") as answer:
        assert answer.columns == ["id", "id_2"]


def test_text_that_is_no_unicode_does_no_harm(told: Board) -> None:
    """It is shown as well as can be."""
    assert ask(told, "SELECT CAST(x'ff41' AS TEXT)") == [("\ufffdA",)]


def test_a_board_in_memory_says_no() -> None:
    """There is no file that another connection could open."""
    with closing(Board.open(":memory:")) as board, pytest.raises(BoardError, match="in memory"):
        ask(board, "SELECT 1")


def test_sqlite_alone_reads_a_board(told: Board, tmp_path: Path) -> None:
    """Any program opens the file as it is, read-only, and sees the views as last read."""
    told.catch_up()
    with closing(sqlite3.connect(f"file:{tmp_path}/board.db?mode=ro", uri=True)) as other:
        assert other.execute("SELECT id, last_seen_at FROM lessons").fetchall() == [
            ("l-1", "2023-11-14T22:13:20.000000Z")
        ]
