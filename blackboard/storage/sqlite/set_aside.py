"""The events that a view could not fold, and folds without: a table made when there is the first.

A part of the views: emptied with each, so that an event is tried again when its view is made anew,
which a risen version of the view does. It says where a step failed, never what the event holds.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from pathlib import PurePath
from typing import NamedTuple

from blackboard.event import Event

TABLE = "set_aside"

_COLUMNS = "view TEXT, version INTEGER, position INTEGER, event TEXT, type TEXT, reason TEXT"


class SetAside(NamedTuple):
    """An event that a view of a version was folded without.

    `reason` names what is wrong with a field, or the error and the line of the program.
    """

    view: str
    version: int
    position: int
    event: str
    type: str
    reason: str


class Unfit(Exception):
    """A payload has not the fields of its type; the message holds none of its text."""


def reason_of(error: Exception) -> str:
    """An error without its message, which may quote the payload, and the place of the fault."""
    if isinstance(error, Unfit):
        return str(error)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    file = PurePath(trace.tb_frame.f_code.co_filename).name
    return f"{type(error).__name__} in {file}, line {trace.tb_lineno}"


def entry(view: str, version: int, event: Event, error: Exception) -> SetAside:
    """That a view set an event aside because of an error."""
    return SetAside(view, version, event.position, event.id, event.type, reason_of(error))


def add(connection: sqlite3.Connection, entries: Iterable[SetAside], schema: str = "") -> None:
    """Keep some, in the transaction under way; `schema` is empty or ends in a full stop."""
    found = list(entries)
    if not found:
        return
    _create(connection, schema)
    connection.executemany(f"REPLACE INTO {TABLE} VALUES (?, ?, ?, ?, ?, ?)", found)


def hide(connection: sqlite3.Connection) -> None:
    """Put a copy of the table, for this connection alone, before that of the file."""
    if _is_in(connection, "temp"):
        return
    is_kept = _is_in(connection, "main")
    _create(connection, "temp.")
    if is_kept:
        connection.execute(f"INSERT INTO temp.{TABLE} SELECT * FROM main.{TABLE}")


def clear(connection: sqlite3.Connection, views: Iterable[str], stream: str | None = None) -> None:
    """Forget the events that some views skipped, all or those of a stream."""
    if not _exists(connection):
        return
    for view in views:
        connection.execute(
            f"DELETE FROM {TABLE} WHERE view = :view AND (:stream IS NULL OR position IN "
            "(SELECT position FROM events WHERE stream = :stream))",
            {"view": view, "stream": stream},
        )


def rename(connection: sqlite3.Connection, view: str, to: str) -> None:
    """Give the events skipped in a rebuild to the view that it replaces."""
    if _exists(connection):
        clear(connection, [to])
        connection.execute(f"UPDATE {TABLE} SET view = ? WHERE view = ?", (to, view))


def entries(connection: sqlite3.Connection, views: Collection[str]) -> list[SetAside]:
    """All events that some views skipped, in the order of the log."""
    if not _exists(connection):
        return []
    rows = connection.execute(f"SELECT * FROM {TABLE} ORDER BY position, view")
    return [SetAside._make(row) for row in rows if row[0] in views]


def in_file(connection: sqlite3.Connection) -> list[SetAside]:
    """All events that the views of the file skipped, whatever hides them."""
    if not _is_in(connection, "main"):
        return []
    return [SetAside._make(row) for row in connection.execute(f"SELECT * FROM main.{TABLE}")]


def _exists(connection: sqlite3.Connection) -> bool:
    return _is_in(connection, "main") or _is_in(connection, "temp")


def _is_in(connection: sqlite3.Connection, schema: str) -> bool:
    row = connection.execute(
        f"SELECT 1 FROM {schema}.sqlite_master WHERE type = 'table' AND name = ?", (TABLE,)
    ).fetchone()
    return row is not None


def _create(connection: sqlite3.Connection, schema: str) -> None:
    connection.execute(
        f"CREATE TABLE IF NOT EXISTS {schema}{TABLE} ({_COLUMNS}, PRIMARY KEY (view, position))"
    )
