"""The views under their plain names, for those who look into the file: times as text.

An SQL view reads the table of a view, which keeps times in microseconds for sorting and counting.
"""

from __future__ import annotations

import sqlite3

from blackboard.storage.sqlite.tables import table_name
from blackboard.views.columns import Column
from blackboard.views.view import View


def create(connection: sqlite3.Connection, view: View, schema: str = "") -> None:
    """Make the SQL view anew; `schema` is empty or ends in a full stop."""
    columns = ", ".join(_column(name, column) for name, column in view.columns.items())
    connection.execute(f'DROP VIEW IF EXISTS {schema}"{view.name}"')
    connection.execute(
        f'CREATE VIEW {schema}"{view.name}" AS SELECT {columns} FROM {table_name(view)}'
    )


def _column(name: str, column: Column) -> str:
    if column.type != "time":
        return f'"{name}"'
    return (
        f"strftime('%Y-%m-%dT%H:%M:%S', \"{name}\" / 1000000, 'unixepoch') "
        f'|| printf(\'.%06dZ\', "{name}" % 1000000) AS "{name}"'
    )
