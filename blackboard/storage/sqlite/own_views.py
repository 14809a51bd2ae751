"""Views of plug-ins and of programs: tables beside those of the product, folded when they are read.

They are separate because the product keeps all of its own in step at every read, and a program that
does not know a view cannot. What is particular to them is simple for that: any change of a view, or
of the names of projects, folds it anew, and forgetting drops its table.
"""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from functools import partial
from zlib import crc32

from blackboard.errors import BoardError, ViewFailed
from blackboard.event import Event
from blackboard.storage.sqlite import aliases
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.projections import Projections
from blackboard.storage.sqlite.rebuild_lock import rebuilding_alone
from blackboard.views import VIEWS
from blackboard.views.view import Reduce, Row, View

_SHADOW = "_next"
_CHECKPOINTS = """
CREATE TABLE IF NOT EXISTS temp.checkpoints (
    name TEXT PRIMARY KEY, version INTEGER, position INTEGER
)
"""


def catch_up(log: SqliteLog, view: View) -> None:
    """Bring one view in step with the log; those of the product must be in step already.

    Raises:
        ViewFailed: one of its functions raised something.
    """
    with wrap_errors(log.path):
        current = _guarded(replace(view, version=_version(log, view)))
        if log.read_only:
            _catch_up_apart(log, current)
            return
        live = _projections(log, current)
        if not live.are_current():
            _rebuild(log, current)
        _step(log, live)


def rebuild(log: SqliteLog, view: View) -> int:
    """Fold one view from the first event on; returns the position reached."""
    with wrap_errors(log.path):
        _rebuild(log, _guarded(replace(view, version=_version(log, view))))
    return log.head()


def fold_apart(log: SqliteLog, view: View) -> bool:
    """Fold one view as far as the file has it, into a table that only this connection sees.

    False where the file does not have it as it is now: it is made anew when it is next read.
    """
    connection = log.connection
    current = _guarded(replace(view, version=_version(log, view)))
    row = connection.execute(
        "SELECT position FROM main.checkpoints WHERE name = ? AND version = ?",
        (f"view:{view.name}", current.version),
    ).fetchone()
    if row is None:
        return False
    past = _projections(log, current, schema="temp.")
    past.create()
    while past.step(row[0]) < row[0]:
        pass
    return True


def outdate(log: SqliteLog) -> None:
    """Have all of them folded anew when they are next read."""
    with wrap_errors(log.path), log.transaction():
        for name in tables_of_others(log.connection):
            checkpoint = f"view:{name.removeprefix('view_')}"
            log.connection.execute("DELETE FROM checkpoints WHERE name = ?", (checkpoint,))


def tables_of_others(connection: sqlite3.Connection) -> set[str]:
    """The tables of views that are not the product's."""
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'view_*'"
    ).fetchall()
    return {row[0] for row in rows}.difference(f"view_{view.name}" for view in VIEWS)


def _rebuild(log: SqliteLog, view: View) -> None:
    """Fold it into a table beside the live one, which readers keep until it is done."""
    with rebuilding_alone(log.path, wait=not log.transactions.active):
        live, shadow = _projections(log, view), _projections(log, view, _SHADOW)
        with log.transaction():
            shadow.create()
        _step(log, shadow)
        with log.transaction():
            shadow.catch_up()
            live.adopt(shadow)


def _catch_up_apart(log: SqliteLog, view: View) -> None:
    """Fold it into a table that only this connection sees, if that of the file is not in step."""
    head = log.head()
    connection = log.connection
    is_first = not connection.execute(
        "SELECT 1 FROM sqlite_temp_master WHERE name = 'checkpoints'"
    ).fetchone()
    connection.execute(_CHECKPOINTS)
    if is_first:
        connection.execute("INSERT INTO temp.checkpoints SELECT * FROM main.checkpoints")
    live = _projections(log, view, schema="temp.")
    if live.are_current() and live.position() == head:
        return
    connection.execute("BEGIN")
    try:
        live.create()
        while live.step(head) < head:
            pass
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _step(log: SqliteLog, projections: Projections) -> None:
    head = log.head()
    while projections.position() < head:
        with log.transaction():
            projections.step(head)


def _projections(log: SqliteLog, view: View, shadow: str = "", schema: str = "") -> Projections:
    return Projections(log.connection, [view], shadow=shadow, schema=schema, indexed=False)


def _version(log: SqliteLog, view: View) -> int:
    """A number that changes with all that its rows depend on, but the code of its functions."""
    columns = [(name, tuple(column)) for name, column in view.columns.items()]
    names = sorted(aliases.load(log.connection).items())
    depends_on = (view.version, columns, sorted(view.reduce), view.indexes, names)
    return crc32(repr(depends_on).encode(errors="surrogatepass"))


def _guarded(view: View) -> View:
    """The view with functions whose errors say where they come from."""
    steps = {type_: partial(_reduced, view.name, step) for type_, step in view.reduce.items()}
    return replace(view, reduce=steps, keys=partial(_keys, view))


def _reduced(name: str, step: Reduce, row: Row | None, event: Event) -> Row | None:
    try:
        return step(row, event)
    except Exception as error:
        raise _failed(name, event, error) from error


def _keys(view: View, event: Event) -> list[str]:
    try:
        return list(view.keys(event))
    except Exception as error:
        raise _failed(view.name, event, error) from error


def _failed(name: str, event: Event, error: Exception) -> BoardError:
    return ViewFailed(name, event.position, event.type, error)
