"""That a board's file refuses every change to the log, and that forced changes are found."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import Event, NewEvent
from blackboard.log import Verification

OTHER_VALUES = {
    **dict.fromkeys(Event._fields, "'other'"),
    **dict.fromkeys(("position", "version", "schema", "occurred_at", "recorded_at"), "77"),
    **dict.fromkeys(("payload_sha256", "digest"), "x'00'"),
    "payload": """'{"text":"other"}'""",
}


@pytest.fixture
def raw(board: Board, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Three events on a board, and a connection that knows nothing of this program."""
    board.append([NewEvent("note.taken", "notes", {"text": text}, id=text) for text in "abc"])
    with closing(sqlite3.connect(tmp_path / "board.db", isolation_level=None)) as connection:
        yield connection


@pytest.fixture
def forced(raw: sqlite3.Connection) -> sqlite3.Connection:
    """The same after somebody took the triggers away."""
    names = raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    assert names
    for (name,) in names:
        raw.execute(f'DROP TRIGGER "{name}"')
    return raw


def finds(board: Board, *words: str) -> bool:
    """Whether verification names a problem with all of some words."""
    problems = board.verify().problems
    return any(all(word in problem for word in words) for problem in problems)


@pytest.mark.parametrize("column", Event._fields)
def test_no_column_of_an_event_can_be_changed(
    board: Board, raw: sqlite3.Connection, column: str
) -> None:
    """An UPDATE of any column is refused by the database itself."""
    before = list(board.read())
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        raw.execute(f"UPDATE events SET {column} = {OTHER_VALUES[column]} WHERE position = 2")
    assert list(board.read()) == before


def test_no_event_can_be_deleted(board: Board, raw: sqlite3.Connection) -> None:
    """A DELETE is refused by the database itself."""
    with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        raw.execute("DELETE FROM events WHERE position = 3")
    assert board.log.head() == 3


@pytest.mark.parametrize(
    ("position", "id_", "version"), [(2, "new", 9), (4, "b", 9), (4, "new", 2)]
)
def test_no_event_can_be_replaced(
    board: Board, raw: sqlite3.Connection, position: int, id_: str, version: int
) -> None:
    """INSERT OR REPLACE over an event's position, id or version is refused like an UPDATE."""
    before = list(board.read())
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(
            "INSERT OR REPLACE INTO events SELECT ?, ?, stream, ?, type, schema, project, actor, "
            "occurred_at, recorded_at, causation, correlation, '{}', payload_sha256, digest "
            "FROM events WHERE position = 2",
            (position, id_, version),
        )
    assert list(board.read()) == before


def test_no_payload_is_erased_without_an_announcement(
    board: Board, raw: sqlite3.Connection
) -> None:
    """Setting a payload to NULL needs the event that says who and why."""
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        raw.execute("UPDATE events SET payload = NULL WHERE position = 2")
    assert board.log.get("b").payload == {"text": "b"}


def test_an_announcement_covers_one_event_only(board: Board, raw: sqlite3.Connection) -> None:
    """Whoever announced the forgetting of one event cannot erase or alter another."""
    board.append([NewEvent("payload.forgotten", "forgotten:a",
                           {"event_id": "a", "reason": "r", "because_of": "a"})])  # fmt: skip
    for change in ("payload = NULL WHERE id = 'b'", "payload = NULL, actor = 'x' WHERE id = 'a'"):
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            raw.execute(f"UPDATE events SET {change}")
    raw.execute("UPDATE events SET payload = NULL WHERE id = 'a'")
    assert board.verify().sound


def test_a_forgotten_payload_cannot_be_put_back(board: Board, raw: sqlite3.Connection) -> None:
    """What was forgotten stays so, even with the very same text."""
    board.forget("b", reason="r")
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        raw.execute("""UPDATE events SET payload = '{"text":"b"}' WHERE id = 'b'""")


def test_a_changed_payload_is_found(board: Board, forced: sqlite3.Connection) -> None:
    """Verification names the event whose payload is not the one recorded."""
    forced.execute("""UPDATE events SET payload = '{"text":"other"}' WHERE id = 'b'""")
    assert finds(board, "event 2", "payload")


def test_a_payload_erased_by_force_is_found(board: Board, forced: sqlite3.Connection) -> None:
    """A hole that no event on the board announced is a problem, not a forgotten payload."""
    forced.execute("UPDATE events SET payload = NULL WHERE id = 'b'")
    assert not board.verify().sound


@pytest.mark.parametrize(
    "column", [name for name in Event._fields if name not in ("position", "payload")]
)
def test_a_changed_envelope_is_found(board: Board, forced: sqlite3.Connection, column: str) -> None:
    """Verification names the event of which any field was changed."""
    forced.execute(f"UPDATE events SET {column} = {OTHER_VALUES[column]} WHERE position = 2")
    assert finds(board, "event 2")


@pytest.mark.parametrize("column", ["project", "causation", "correlation"])
def test_nothing_turned_into_an_empty_text_is_found(
    board: Board, forced: sqlite3.Connection, column: str
) -> None:
    """Nothing and an empty text are not the same."""
    forced.execute(f"UPDATE events SET {column} = '' WHERE position = 2")
    assert not board.verify().sound


def test_a_line_break_smuggled_in_is_found(board: Board, forced: sqlite3.Connection) -> None:
    """Verification reports an envelope that the log would have refused, and does not trip."""
    forced.execute("UPDATE events SET actor = 'a' || char(10) || 'b' WHERE position = 2")
    assert finds(board, "event 2")


@pytest.mark.parametrize("position", [1, 2])
def test_a_removed_row_is_found(board: Board, forced: sqlite3.Connection, position: int) -> None:
    """Verification names the position that is missing."""
    forced.execute("DELETE FROM events WHERE position = ?", (position,))
    assert finds(board, f"position {position}", "missing")


def test_a_row_removed_and_the_rest_renumbered_is_found(
    board: Board, forced: sqlite3.Connection
) -> None:
    """Closing the gap does not hide it, for positions are part of the digests."""
    forced.execute("DELETE FROM events WHERE position = 2")
    forced.execute("UPDATE events SET position = 2 WHERE position = 3")
    assert not board.verify().sound


def test_rows_that_change_places_are_found(board: Board, forced: sqlite3.Connection) -> None:
    """The order of events is as fixed as their content."""
    for old, new in ((1, 9), (2, 1), (9, 2)):
        forced.execute("UPDATE events SET position = ? WHERE position = ?", (new, old))
    assert finds(board, "event 1", "order")


def test_a_removed_end_shows_in_the_head(board: Board, forced: sqlite3.Connection) -> None:
    """A shorter log is sound in itself, so the head digest that one noted tells."""
    noted = board.verify().head
    forced.execute("DELETE FROM events WHERE position = 3")
    found: Verification = board.verify()
    assert found.events == 2
    assert all("trigger" in problem for problem in found.problems)  # `forced` dropped them
    assert found.head != noted
