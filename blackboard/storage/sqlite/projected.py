"""Everything that a file holds besides its log, and how forgetting reaches it.

A table that no projection names is dropped whenever something is forgotten, and so is a checkpoint
that is no reader's: what is not listed here is rebuilt, rather than kept with text that should be
gone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from blackboard.storage.sqlite.projection import Erased, Projection
from blackboard.storage.sqlite.refolding import ViewTables
from blackboard.storage.sqlite.work_claims import WorkClaims

PROJECTIONS: tuple[Callable[[sqlite3.Connection], Projection], ...] = (ViewTables, WorkClaims)
"""A new projection is a class that fulfils `Projection`, and a line here."""

_CORE = frozenset({"events", "checkpoints", "imported_files", "leases"})
"""The tables that migrations make; none but the log's holds text of payloads."""


def forget(connection: sqlite3.Connection, erased: Erased) -> None:
    """Take erased events out of all projections; drop those that cannot, and unknown tables."""
    tables, checkpoints = set(_CORE), set[str]()
    for make in PROJECTIONS:
        projection = make(connection)
        if erased.types.isdisjoint(projection.types) or projection.forget(erased):
            tables.update(projection.tables())
            checkpoints.update(projection.checkpoints())
    for name in _tables(connection) - tables:
        connection.execute(f'DROP TABLE "{name}"')
        if name.startswith("view_"):  # its SQL view, which would read a table that is gone
            connection.execute(f'DROP VIEW IF EXISTS "{name.removeprefix("view_")}"')
    for name in _checkpoints(connection) - checkpoints:
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
