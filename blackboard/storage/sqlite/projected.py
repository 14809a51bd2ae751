"""Everything that a file holds besides its log, and how forgetting reaches it.

A table that no projection names is dropped whenever something is forgotten, and so is a checkpoint
that is no reader's: what is not listed here is rebuilt, rather than kept with text that should be
gone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from blackboard.storage.sqlite.passage_removal import PassageRemoval
from blackboard.storage.sqlite.projection import Erased, Projection
from blackboard.storage.sqlite.refolding import ViewTables
from blackboard.storage.sqlite.work_claims import WorkClaims

PROJECTIONS: tuple[Callable[[sqlite3.Connection], Projection], ...] = (
    ViewTables, WorkClaims, PassageRemoval,
)  # fmt: skip
"""A new projection is a class that fulfils `Projection`, and a line here."""

_CORE = frozenset({"events", "checkpoints", "imported_files", "leases"})
"""The tables that migrations make; none but the log's holds text of payloads."""


@contextmanager
def forgetting(connection: sqlite3.Connection, erased: Erased) -> Iterator[None]:
    """Take events out of all projections, while the caller erases their payloads inside.

    Projections that cannot are dropped, and so are unknown tables.
    """
    projections = [make(connection) for make in PROJECTIONS]
    touched = [each for each in projections if not erased.types.isdisjoint(each.types)]
    for each in touched:
        each.prepare(erased)
    yield
    tables, checkpoints = set(_CORE), set[str]()
    for each in projections:
        if each not in touched or each.forget(erased):
            tables.update(each.tables())
            checkpoints.update(each.checkpoints())
    _drop_others(connection, tables, checkpoints)


def _drop_others(
    connection: sqlite3.Connection, tables: Collection[str], checkpoints: Collection[str]
) -> None:
    for name in _tables(connection).difference(tables):
        connection.execute(f'DROP TABLE "{name}"')
        if name.startswith("view_"):  # its SQL view, which would read a table that is gone
            connection.execute(f'DROP VIEW IF EXISTS "{name.removeprefix("view_")}"')
    for name in _checkpoints(connection).difference(checkpoints):
        connection.execute("DELETE FROM checkpoints WHERE name = ?", (name,))


def _tables(connection: sqlite3.Connection) -> set[str]:
    """All tables but those that SQLite made for itself or for a virtual table."""
    rows = connection.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') "
        "AND name NOT LIKE 'sqlite^_%' ESCAPE '^'"
    )
    return {row[0] for row in rows}


def _checkpoints(connection: sqlite3.Connection) -> set[str]:
    """The checkpoints of projections, as against those of readers, the log and its clock."""
    rows = connection.execute("SELECT name FROM checkpoints WHERE name LIKE 'view:%'")
    return {row[0] for row in rows}
