"""OpenCode's database is read while others write it, and from where reading stopped."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.importer import Summary, import_files
from blackboard.transcript_files import find
from tests.contract.more_agent_samples import opencode_database


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    """An empty board."""
    with Board.open(tmp_path / "board.db") as opened:
        yield opened


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one session."""
    path = tmp_path / "opencode" / "opencode.db"
    path.parent.mkdir()
    opencode_database(path)
    return path


def _import(board: Board, path: Path) -> Summary:
    return import_files(board, [path], trusted=True)


def test_only_sessions_that_changed_are_read_again(board: Board, database: Path) -> None:
    """A new one is taken in, and of the first nothing is told twice."""
    first = _import(board, database)
    assert (first.sessions, first.tool_calls, first.failures) == (1, 4, 1)
    assert _import(board, database).skipped == 1
    opencode_database(database, "ses_2")
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("UPDATE part SET time_updated = time_updated + 9 WHERE id LIKE 'ses_2%'")
        opened.commit()
    second = _import(board, database)
    assert list(second.touched[str(database)]) == ["ses_2"]
    assert [row["id"] for row in board.view("sessions", order="id")] == ["ses_1", "ses_2"]


def test_what_is_only_in_the_log_beside_is_seen(board: Board, database: Path) -> None:
    """While OpenCode runs, the file itself does not change."""
    with closing(sqlite3.connect(database)) as running:
        running.execute("PRAGMA wal_autocheckpoint = 0")
        _import(board, database)
        before = database.stat().st_mtime_ns
        running.execute(
            "INSERT INTO part SELECT id || 'x', message_id, session_id, time_created,"
            " time_updated + 999999, ? FROM part WHERE id = 'ses_1-p0'",
            (json.dumps({"type": "text", "text": "And the docs."}),),
        )
        running.commit()
        assert database.stat().st_mtime_ns == before
        assert _import(board, database).messages == 1


def test_nothing_is_written_to_it(board: Board, database: Path) -> None:
    """Not even a table or a version."""
    before = database.read_bytes()
    _import(board, database)
    assert database.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DROP TABLE part", "it has not the tables"),
        ("ALTER TABLE part RENAME TO p; CREATE VIEW part AS SELECT * FROM p", "it has not the"),
        ("ALTER TABLE message RENAME COLUMN data TO body", "no such column: data"),
    ],
)
def test_another_version_is_named(board: Board, database: Path, statement: str, says: str) -> None:
    """Nothing is taken in by halves, and the reason is said."""
    with closing(sqlite3.connect(database)) as opened:
        opened.executescript(statement)
    (failed,) = _import(board, database).failed
    assert "OpenCode's database" in failed[1]
    assert says in failed[1]
    assert board.log.head() == 0


def test_a_locked_one_is_read_later(board: Board, database: Path) -> None:
    """Whoever holds it alone is not waited for without end."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode = delete")
        opened.execute("BEGIN EXCLUSIVE")
        (failed,) = _import(board, database).failed
        assert "locked" in failed[1]
    assert _import(board, database).sessions == 1


def test_a_torn_one_is_named(board: Board, database: Path) -> None:
    """A page that is none costs the file."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode = delete")
    raw = bytearray(database.read_bytes())
    raw[4096:] = b"\xff" * (len(raw) - 4096)
    database.write_bytes(raw)
    assert len(_import(board, database).failed) == 1


def test_a_row_that_is_no_json_costs_that_row(board: Board, database: Path) -> None:
    """The rest of the session is taken in."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("UPDATE part SET data = '{torn' WHERE id = 'ses_1-p3'")
        opened.commit()
    summary = _import(board, database)
    assert (summary.failed, summary.tool_calls) == ([], 3)


@pytest.mark.parametrize(
    ("state", "failed", "denied"),
    [
        ({"status": "completed", "metadata": {"exit": None, "output": "x"}}, None, None),
        ({"status": "completed", "output": "x"}, None, None),
        ({"status": "error", "error": "spawn failed"}, True, None),
        ({"status": "error", "error": "The user rejected permission to use it"}, None, True),
    ],
)
def test_how_a_command_ended(
    board: Board, database: Path, state: dict[str, object], failed: object, denied: object
) -> None:
    """One that was aborted or refused neither failed nor went well."""
    part = {"type": "tool", "tool": "bash", "callID": "t", "state": {"input": {"command": "x"},
            **state}}  # fmt: skip
    with closing(sqlite3.connect(database)) as opened:
        statement = "UPDATE part SET data = ? WHERE id = 'ses_1-p3'"
        opened.execute(statement, (json.dumps(part),))
        opened.commit()
    _import(board, database)
    (call,) = [each.payload for each in board.read(types=["tool.called"])
               if each.payload and each.payload["call"] == "t"]  # fmt: skip
    assert (call.get("failed"), call.get("denied")) == (failed, denied)


def test_it_is_found_in_a_folder(database: Path) -> None:
    """By its name; other databases there are none of ours."""
    (database.parent / "other.db").write_bytes(database.read_bytes())
    assert list(find([database.parent])) == [database]
