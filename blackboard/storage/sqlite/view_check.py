"""Whether the views and the index of a file are what folding its log gives.

Readers and hooks trust these tables, and no digest covers them. So the log is folded again, into
tables that one connection alone sees, and every row and index entry is compared.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any

from blackboard.errors import BoardBusy, BoardError
from blackboard.log import Progress
from blackboard.storage.sqlite import (
    claims_check,
    definitions,
    index_check,
    own_views,
    passage_check,
    replay,
    tables,
)
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.projections import Projections
from blackboard.views import VIEWS
from blackboard.views.view import View

_MOST_PROBLEMS = 20
_ATTEMPTS = 5


def problems(log: SqliteLog, own: Iterable[View], progress: Progress | None) -> list[str]:
    """What differs from a fold of the log up to where the views have come; the first twenty.

    Args:
        log: the file.
        own: views that are not the product's, looked at where they are in step with the file.
        progress: called with the position reached by the fold.

    Raises:
        BoardBusy: other processes kept on rebuilding the views.
        BoardError: the board is in memory, where no other program can reach it.
    """
    if log.path is None:
        raise BoardError("a board in memory has no file whose views could be compared")
    with wrap_errors(log.path), closing(SqliteLog(log.path, read_only=True)) as reader:
        connection = reader.connection
        reached = _snapshot(log, connection)
        if (beyond := reached - reader.head()) > 0:
            return [f"the views hold {beyond} events more than the log"]
        replay.fold_apart(connection, reached, progress)
        views = [*VIEWS, *(view for view in own if own_views.fold_apart(reader, view))]
        # Tampered text may be no UTF-8; what cannot be read is different anyway.
        connection.text_factory = _text
        return list(islice(_differences(connection, views), _MOST_PROBLEMS))


def _snapshot(log: SqliteLog, connection: sqlite3.Connection) -> int:
    """Begin to read the file as it is now, with all views at one position, which is returned."""
    live = Projections(connection, VIEWS)
    for _ in range(_ATTEMPTS):
        connection.execute("BEGIN")
        reached = set(live.positions().values())
        if live.are_current() and len(reached) == 1:
            return reached.pop()
        connection.execute("ROLLBACK")
        if log.read_only:
            break
        replay.catch_up(log)  # another process is doing so, or none ever did
    raise BoardBusy(
        f"the views of {log.path} are being folded, or were never; try again, with write access"
    )


def _differences(connection: sqlite3.Connection, views: Iterable[View]) -> Iterator[str]:
    try:
        yield from _structure(connection)
        for view in views:
            changed = list(definitions.problems(connection, view))
            yield from changed or _rows(connection, view)
        yield from index_check.problems(connection)
        yield from passage_check.problems(connection)
        yield from claims_check.problems(connection)
    except (sqlite3.DatabaseError, ValueError) as error:
        yield f"the views or their index cannot be read: {error}"


def _structure(connection: sqlite3.Connection) -> Iterator[str]:
    """What SQLite finds wrong with the file, the content of all indexes included."""
    for (message,) in connection.execute("PRAGMA main.integrity_check(5)"):
        if message != "ok":
            yield f"SQLite finds the file damaged: {message}"


def _rows(connection: sqlite3.Connection, view: View) -> Iterator[str]:
    name, key = tables.table_name(view), f'"{view.key}"'
    unequal = " OR ".join(f'l."{column}" IS NOT f."{column}"' for column in view.columns)
    for (found,) in connection.execute(
        f"SELECT f.{key} FROM temp.{name} f JOIN main.{name} l ON l.{key} = f.{key} WHERE {unequal}"
    ):
        columns = _changed(connection, view, found)
        if columns:
            yield (f"the view {view.name}: {found!r} is not what the log says "
                   f"({', '.join(columns)})")  # fmt: skip
    for one, other, message in (
        ("temp", "main", "is missing"),
        ("main", "temp", "is not in the log"),
    ):
        for (found,) in connection.execute(
            f"SELECT {key} FROM {one}.{name} a WHERE NOT EXISTS "
            f"(SELECT 1 FROM {other}.{name} b WHERE b.{key} = a.{key})"
        ):
            yield f"the view {view.name}: {found!r} {message}"


def _changed(connection: sqlite3.Connection, view: View, key: str) -> list[str]:
    """The columns in which a row differs; JSON may be written in several ways."""
    live, folded = (_row(connection, schema, view, key) for schema in ("main", "temp"))
    return [column for column in view.columns if live[column] != folded[column]]


def _row(connection: sqlite3.Connection, schema: str, view: View, key: str) -> dict[str, Any]:
    row = connection.execute(
        f'SELECT * FROM {schema}.{tables.table_name(view)} WHERE "{view.key}" = ?', (key,)
    ).fetchone()
    try:
        return tables.decode(view, row)
    except ValueError:  # no JSON where there must be
        return dict(zip(view.columns, row, strict=True))


def _text(value: bytes) -> str:
    return value.decode(errors="replace")
