"""Copies of the tables of views that only one connection sees, for it to fold on from there.

They are three percent of a board of 41,000 events, and copied in a fraction of the time that
folding those events takes.
"""

from __future__ import annotations

import sqlite3

from blackboard.storage.sqlite.projections import Projections
from blackboard.views import VIEWS

_WORDS = "fts_"
_KEPT_IN = ("data", "idx", "docsize")
"""The tables in which FTS5 keeps an index without content (https://sqlite.org/fts5.html, 9)."""


def copy_tables(connection: sqlite3.Connection) -> Projections:
    """Temporary tables that hold what those of the file hold, in the transaction under way."""
    create_checkpoints(connection)
    copies = Projections(connection, VIEWS, schema="temp.")
    copies.create()
    for name in copies.table_names():
        tables = [f"{name}_{each}" for each in _KEPT_IN] if name.startswith(_WORDS) else [name]
        for table in tables:
            connection.execute(f"REPLACE INTO temp.{table} SELECT * FROM main.{table}")
    connection.execute("REPLACE INTO temp.checkpoints SELECT * FROM main.checkpoints")
    return copies


def create_checkpoints(connection: sqlite3.Connection) -> None:
    """Make the table that says how far temporary tables have come, and hides that of the file."""
    connection.execute("DROP TABLE IF EXISTS temp.checkpoints")
    connection.execute(
        "CREATE TABLE temp.checkpoints (name TEXT PRIMARY KEY, version INTEGER, position INTEGER)"
    )
