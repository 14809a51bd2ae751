"""Whether the tables of a view, its indexes and its SQL view are defined as this program does."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator

from blackboard.storage.sqlite.tables import table_name
from blackboard.views.view import View


def problems(connection: sqlite3.Connection, view: View) -> Iterator[str]:
    """What differs from the tables of the same names in `temp`, which were made just now."""
    for name in (table_name(view), view.name):
        if of(connection, "main", name) != of(connection, "temp", name):
            yield f"the view {view.name}: the definition of {name} or of its indexes was changed"


def of(connection: sqlite3.Connection, schema: str, name: str) -> Counter[str]:
    """The statements that define a table or an SQL view, with its indexes, however named."""
    rows = connection.execute(
        f"SELECT type, name, sql FROM {schema}.sqlite_master "
        "WHERE tbl_name = ? AND sql IS NOT NULL",
        (name,),
    )
    return Counter(_comparable(kind, own_name, sql) for kind, own_name, sql in rows)


def _comparable(kind: str, name: str, sql: str) -> str:
    """A statement without quotes, which renaming adds, and without the name of an index."""
    plain = sql.replace('"', "")
    return plain.replace(name, "", 1) if kind == "index" else plain
