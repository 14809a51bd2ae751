"""Keeping the index over passages in step with the log, and where a search is to read it."""

from __future__ import annotations

import sqlite3

from blackboard.log import Progress
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.passage_search import Source
from blackboard.storage.sqlite.passages import TABLE, PassageIndex, create_table, insert

_REST = f"{TABLE}_rest"
_RANGE = "passages_rest_range"


def catch_up(log: SqliteLog, progress: Progress | None = None) -> None:
    """Index what was said and done since the last search, in a board that can be written.

    Only searches and imports do this. Hooks and the reads of views must not wait for it, and
    nothing that they answer depends on it.
    """
    if log.read_only:
        return
    index = PassageIndex(log.connection)
    with wrap_errors(log.path):
        _fill(log, index, progress)


def drop(log: SqliteLog) -> None:
    """Remove the index, for the next search to make it anew from the first event on."""
    with wrap_errors(log.path), log.transaction():
        PassageIndex(log.connection).drop()


def sources(log: SqliteLog) -> list[Source]:
    """The tables that together hold the passages up to the log's head, in the order of positions.

    A board that can only be read, or that is looked at as of a moment, is searched in the file's
    index as far as that goes; the rest is indexed for this connection alone. So is what another
    process has dropped since `catch_up`. The caller holds the snapshot in which they are read.
    """
    head = log.head()
    with log.reading():
        reached = min(PassageIndex(log.connection).position() or 0, head)
        if reached < head:
            return _with_rest(log.connection, reached, head)
    return [Source(TABLE, 1, reached)] if reached else []


def _fill(log: SqliteLog, index: PassageIndex, progress: Progress | None) -> None:
    head = log.head()
    while _is_behind(log, index, head):
        with log.transaction():
            position = index.step(head)
        if progress is not None:
            progress(position)


def _is_behind(log: SqliteLog, index: PassageIndex, head: int) -> bool:
    with log.reading():
        position = index.position()
    return position is None or position < head


def _with_rest(connection: sqlite3.Connection, reached: int, head: int) -> list[Source]:
    """The file's index, and a temporary one of what comes after it."""
    connection.execute(f"CREATE TEMP TABLE IF NOT EXISTS {_RANGE} (first INTEGER, last INTEGER)")
    row = connection.execute(f"SELECT first, last FROM {_RANGE}").fetchone()
    if row is None or row[0] > reached + 1:  # the file's index may have been dropped meanwhile
        connection.execute(f"DROP TABLE IF EXISTS temp.{_REST}")
        create_table(connection, "temp", _REST)
        row = (reached + 1, reached)
    first, last = row
    insert(connection, f"temp.{_REST}", last, head)
    connection.execute(f"DELETE FROM {_RANGE}")
    connection.execute(f"INSERT INTO {_RANGE} VALUES (?, ?)", (first, head))
    rest = Source(_REST, first, head)
    return [Source(TABLE, 1, first - 1), rest] if first > 1 else [rest]
