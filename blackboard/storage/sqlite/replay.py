"""Keeping views in step with the log: catching up, rebuilding, and folding into the past."""

from __future__ import annotations

import sqlite3

from blackboard.log import Progress
from blackboard.patience import Enough, never
from blackboard.storage.sqlite import aliases, copies
from blackboard.storage.sqlite.carried import LATE, carry
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.projections import Projections
from blackboard.storage.sqlite.rebuild_lock import rebuilding_alone
from blackboard.storage.sqlite.set_aside import SetAside
from blackboard.views import VIEWS
from blackboard.views.ties import TIES
from blackboard.views.view import View

_SHADOW = "_next"

_SHORT = 1_000
"""Events that are folded while others wait, and whatever the patience of a reader."""


def catch_up(log: SqliteLog, enough: Enough = never) -> None:
    """Fold what was appended since the views were last read; rebuild views of another version.

    Of a log that may only be read what is new is folded for this connection alone.

    Args:
        log: the file.
        enough: asked before each window whether to leave the rest to the next reader, if it is
            long.
    """
    if log.read_only:
        if lag(log) != 0:
            _fold_rest(log)
        return
    log.connection.refuse_replaced()
    live = Projections(log.connection, VIEWS)
    with wrap_errors(log.path):
        if _are_in_step(log, live):
            return
        if not _are_current(log, live) and (enough is never or not _begin(log, live)):
            # The holder of the write lock must not wait for one who needs it to finish.
            rebuild(log, wait=not log.transactions.active)
        _catch_up(log, live, enough=enough)
        if not _are_current(log, live):  # names of projects came apart
            rebuild(log, wait=not log.transactions.active)


def lag(log: SqliteLog) -> int | None:
    """How many events the views are behind; None when they await a rebuild."""
    live = Projections(log.connection, VIEWS)
    with log.reading():
        return log.head() - live.position() if live.are_current() else None


def set_aside(connection: sqlite3.Connection) -> list[SetAside]:
    """The events that views could not fold, as far as they have come."""
    return Projections(connection, VIEWS).set_aside()


def rebuild(
    log: SqliteLog,
    only: View | None = None,
    progress: Progress | None = None,
    *,
    wait: bool = False,
) -> int:
    """Fold the whole log into new tables beside the live ones, then swap; return the position.

    Readers keep the old tables until the swap, writers wait for single windows only. What a
    killed rebuild left behind is dropped by the next one. With `wait` the rebuild of another
    process is waited for, and is enough.

    Raises:
        BoardBusy: another process is rebuilding, and waiting was not asked for.
    """
    with rebuilding_alone(log.path, wait=wait), wrap_errors(log.path):
        return _rebuild(log, only, progress, wait=wait)


def _rebuild(log: SqliteLog, only: View | None, progress: Progress | None, *, wait: bool) -> int:
    live = Projections(log.connection, VIEWS)
    if wait and live.are_current():
        return live.position()
    # By the ties all views have their projects' names, so that they are not folded alone.
    alone = only if only not in (None, TIES) and live.are_current() else None
    if alone is None and _fold_first(log, live):
        return live.position()
    if alone is not None:
        _catch_up(log, live)
    shadow = Projections(
        log.connection, [alone] if alone else VIEWS, shadow=_SHADOW, indexed=alone is None
    )
    names = aliases.load(log.connection) if alone is None and live.have_names() else None
    with log.transaction():
        shadow.create()
        if names is not None:
            shadow.assume(names)
    _catch_up(log, shadow, progress)
    if names is not None and not _confirmed(log, shadow):
        _catch_up(log, shadow, progress)
    return _swap(log, live, shadow, alone)


def _confirmed(log: SqliteLog, shadow: Projections) -> bool:
    """Whether projects have the names by which all was folded; else it is to be folded anew."""
    with log.transaction():
        is_confirmed = shadow.confirm()
        if not is_confirmed:
            shadow.create()
    return is_confirmed


def _fold_first(log: SqliteLog, live: Projections) -> bool:
    """Fold a short log of which there are no views yet, in one transaction; whether that was so.

    The old tables are not read meanwhile, and to rename new ones takes ten times as long as to make
    them: SQLite writes its whole schema anew for each.
    """
    with log.transaction():
        if live.exist() or log.head() > _SHORT:
            return False
        live.create()
        live.catch_up()
    return True


def _begin(log: SqliteLog, live: Projections) -> bool:
    """Make the tables of a log of which there are no views yet, and nothing to read meanwhile."""
    with log.transaction():
        if live.exist():
            return live.are_current()
        live.create()
    return True


def _fold_rest(log: SqliteLog) -> None:
    """Fold what the views of the file lack into copies of them that only this connection sees.

    Where there is nothing to go on from the whole log is folded.
    """
    connection = log.connection
    with log.reading():
        head = log.head()
        copied = _copied(connection)
        while copied and copied.step(head) < head:
            pass
        if not copied or not copied.are_current():  # names of projects came apart
            fold_apart(connection, head)


def _copied(connection: sqlite3.Connection) -> Projections | None:
    """The tables of the file copied for this connection, if they are there and SQLite allows it."""
    if not Projections(connection, VIEWS).are_current():
        return None
    try:
        return copies.copy_tables(connection)
    except sqlite3.OperationalError:
        # Apple builds SQLite so that no program may write to the tables in which FTS5 keeps words
        # (SQLITE_DBCONFIG_DEFENSIVE), and Python 3.11 cannot ask it otherwise.
        return None


def fold_until(log: SqliteLog, position: int) -> None:
    """Fold the log up to a position into tables that only this connection sees.

    They hide the tables of the file, so that every read through this connection answers as of
    then. The file is not written, which also serves boards that may only be read.
    """
    with wrap_errors(log.path):
        log.connection.execute("BEGIN")
        _fold_past(log.connection, position)
        log.connection.execute("COMMIT")


def _fold_past(connection: sqlite3.Connection, position: int) -> None:
    """The same in the transaction that is under way, by what the views of the file say of then."""
    past = _created_apart(connection)
    carry(connection, past, position)
    soon = Projections(connection, [view for view in VIEWS if view not in LATE], schema="temp.")
    while soon.step(position) < position:
        pass


def fold_apart(
    connection: sqlite3.Connection, position: int, progress: Progress | None = None
) -> None:
    """The same from the first event on, whatever the views of the file say."""
    past = _created_apart(connection)
    while (reached := past.step(position)) < position:
        if progress is not None:
            progress(reached)


def _created_apart(connection: sqlite3.Connection) -> Projections:
    copies.create_checkpoints(connection)
    past = Projections(connection, VIEWS, schema="temp.")
    past.create()
    return past


def _catch_up(
    log: SqliteLog,
    projections: Projections,
    progress: Progress | None = None,
    enough: Enough = never,
) -> None:
    head = log.head()
    while (position := _position(log, projections)) < head:
        if head - position > _SHORT and enough():
            return
        with log.transaction():
            projections.step(head)
        if progress is not None:
            progress(position)


def _are_in_step(log: SqliteLog, live: Projections) -> bool:
    """Whether all views are of this version and at the log's end: one statement, in no snapshot."""
    with log.transactions.thread:
        rows = log.connection.execute(
            "SELECT name, version, position, (SELECT MAX(position) FROM events) FROM checkpoints"
        ).fetchall()
    names = {f"view:{view.name}" for view in VIEWS}
    is_behind = any(name in names and at < (head or 0) for name, _, at, head in rows)
    return not is_behind and live.checkpoints().items() <= {each[:2] for each in rows}


def _are_current(log: SqliteLog, projections: Projections) -> bool:
    with log.reading():
        return projections.are_current()


def _position(log: SqliteLog, projections: Projections) -> int:
    with log.reading():
        return projections.position()


def _swap(log: SqliteLog, live: Projections, shadow: Projections, alone: View | None) -> int:
    with log.transaction():
        head = log.head()
        for projections in (live, shadow) if alone is not None else (shadow,):
            while projections.step(head) < head:
                pass
        if alone is not None:
            live.reindex(alone, _SHADOW)
        live.adopt(shadow)
        return head
