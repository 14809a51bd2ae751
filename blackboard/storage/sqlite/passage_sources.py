"""Keeping the index over passages in step with the log, and where a search is to read it."""

from __future__ import annotations

import sqlite3

from blackboard.log import Progress
from blackboard.patience import Enough, never
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.passage_search import Source
from blackboard.storage.sqlite.passages import (
    TABLE,
    WINDOW,
    PassageIndex,
    create_table,
    drop_table,
    insert,
    missing,
)

_REST = f"{TABLE}_rest"
_RANGE = "passages_rest_range"


def catch_up(log: SqliteLog, progress: Progress | None = None, enough: Enough = never) -> None:
    """Index what was said and done since the last search, in a board that can be written.

    Only searches, workers and imports do this. Hooks and the reads of views must not wait for it,
    and nothing that they answer depends on it.

    Args:
        log: the file.
        progress: called with how many events are indexed, after each window.
        enough: asked after each window whether to leave the rest to the next time.
    """
    if log.read_only:
        return
    index = PassageIndex(log.connection)
    with wrap_errors(log.path):
        head = log.head()
        left = unindexed(log)
        while left:
            with log.transaction():
                left = index.step(head)
            if progress is not None:
                progress(head - left)
            if enough():
                return


def unindexed(log: SqliteLog) -> int:
    """How many events are not indexed in the file."""
    with log.reading():
        return missing(PassageIndex(log.connection).gaps(log.head()))


def drop(log: SqliteLog) -> None:
    """Remove the index, for the next search to make it anew from the first event on."""
    with wrap_errors(log.path), log.transaction():
        PassageIndex(log.connection).drop()


def sources(log: SqliteLog) -> list[Source]:
    """The tables that hold the passages up to the log's head, in the order of positions.

    A board that can only be read, or that is looked at as of a moment, is searched in the file's
    index as far as that goes without a gap; the rest is indexed for this connection alone. So is
    what was appended since `catch_up`, up to a window. The caller holds the snapshot in which they
    are read.
    """
    head = log.head()
    with log.reading():
        index = PassageIndex(log.connection)
        gaps = index.gaps(head)
        if gaps and log.read_only:
            return _with_rest(log.connection, gaps[0].start, head)
        reached = min(index.position() or 0, head)
        if reached < head:
            found = _with_rest(log.connection, max(reached, head - WINDOW), head)
            return found if index.position() is not None else found[-1:]  # it was dropped just now
    return [Source(TABLE, 1, reached)] if reached else []


def _with_rest(connection: sqlite3.Connection, reached: int, head: int) -> list[Source]:
    """The file's index, and a temporary one of what comes after it."""
    connection.execute(f"CREATE TEMP TABLE IF NOT EXISTS {_RANGE} (first INTEGER, last INTEGER)")
    row = connection.execute(f"SELECT first, last FROM {_RANGE}").fetchone()
    # The file's index may have been dropped meanwhile, or have gone beyond what is here.
    if row is None or row[0] > reached + 1 or row[1] < reached:
        drop_table(connection, f"temp.{_REST}")
        create_table(connection, "temp", _REST)
        row = (reached + 1, reached)
    first, last = row
    insert(connection, f"temp.{_REST}", last, head)
    connection.execute(f"DELETE FROM {_RANGE}")
    connection.execute(f"INSERT INTO {_RANGE} VALUES (?, ?)", (first, head))
    rest = Source(_REST, first, head)
    return [Source(TABLE, 1, first - 1), rest] if first > 1 else [rest]
