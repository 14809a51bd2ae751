"""The tables of views: how they are made, read and written."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from blackboard.errors import UnknownColumn
from blackboard.storage.sqlite.chunks import CHUNK
from blackboard.views.view import Row, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.views.rows import After

_SQL_TYPES = {"integer": "INTEGER", "time": "INTEGER", "real": "REAL"}


def table_name(view: View, shadow: str = "") -> str:
    """The table of a view, or that of its rebuild while it goes on."""
    return f"view_{view.name}{shadow}"


def create(connection: sqlite3.Connection, view: View, shadow: str = "", schema: str = "") -> None:
    """Make a view's empty table and its indexes; `schema` is empty or ends in a full stop."""
    name = table_name(view, shadow)
    columns = ", ".join(
        f'"{each}" {_SQL_TYPES.get(column.type, "TEXT")}'
        f"{' PRIMARY KEY' if each == view.key else ''}"
        for each, column in view.columns.items()
    )
    connection.execute(f"CREATE TABLE {schema}{name} ({columns})")
    for together in view.indexes:
        # Indexes keep their name when a rebuilt table is renamed, so no two may be alike.
        index = f"{name}_{together.replace(' ', '_')}_{os.urandom(4).hex()}"
        indexed = ", ".join(f'"{column}"' for column in together.split())
        connection.execute(f"CREATE INDEX {schema}{index} ON {name} ({indexed})")


def load(connection: sqlite3.Connection, view: View, key: str, shadow: str = "") -> Row | None:
    """One row, or None."""
    row = connection.execute(
        f'SELECT * FROM {table_name(view, shadow)} WHERE "{view.key}" = ?',
        (key,),
    ).fetchone()
    return None if row is None else decode(view, row)


def keys(connection: sqlite3.Connection, view: View, beginning: str = "") -> list[str]:
    """The keys of all rows, or of those that begin so."""
    rows = connection.execute(
        f'SELECT "{view.key}" FROM {table_name(view)} WHERE substr("{view.key}", 1, ?) = ?',
        (len(beginning), beginning),
    )
    return [row[0] for row in rows]


def distinct(connection: sqlite3.Connection, view: View, column: str) -> list[Any]:
    """The values that a column has, without NULL."""
    name = quoted(view, column)
    rows = connection.execute(
        f"SELECT DISTINCT {name} FROM {table_name(view)} WHERE {name} IS NOT NULL ORDER BY 1"
    )
    return [row[0] for row in rows]


def scan(connection: sqlite3.Connection, view: View, shadow: str = "") -> Iterator[Row]:
    """All rows, one at a time."""
    for row in connection.execute(f"SELECT * FROM {table_name(view, shadow)}"):
        yield decode(view, row)


def having(
    connection: sqlite3.Connection, view: View, column: str, value: Any, shadow: str = ""
) -> list[Row]:
    """The rows in which a column has a value."""
    rows = connection.execute(
        f"SELECT * FROM {table_name(view, shadow)} WHERE {quoted(view, column)} = ?", (value,)
    )
    return [decode(view, row) for row in rows]


def store(
    connection: sqlite3.Connection, view: View, rows: Iterable[Row], shadow: str = ""
) -> None:
    """Insert rows, or replace those of the same key."""
    names = ", ".join(f'"{column}"' for column in view.columns)
    values = ", ".join("?" * len(view.columns))
    connection.executemany(
        f"REPLACE INTO {table_name(view, shadow)} ({names}) VALUES ({values})",
        (_encode(view, row) for row in rows),
    )


def select(
    connection: sqlite3.Connection,
    view: View,
    where: Mapping[str, Any],
    order: str | None,
    limit: int | None,
    after: After | None = None,
) -> list[Row]:
    """Rows in which each named column has a value, or one of several.

    A column ending in `>=` or `<=` is compared so. `order` names a column, descending with `-`
    before it. With `after` those that come after a row in that order, which are found by the
    order's index, however many come before.

    Raises:
        UnknownColumn: the view has no such column.
    """
    clause, parameters = condition(view, where)
    statement = f"SELECT * FROM {table_name(view)} WHERE {clause}"
    if order:
        column = quoted(view, order.removeprefix("-"))
        falls = order.startswith("-")
        if after is not None:
            sign = "<" if falls else ">"
            statement += f' AND {column} {sign}= ? AND ({column} {sign} ? OR "{view.key}" > ?)'
            parameters += [after[0], after[0], after[1]]
        statement += f' ORDER BY {column} {"DESC" if falls else "ASC"}, "{view.key}"'
    rows = connection.execute(f"{statement} LIMIT ?", (*parameters, -1 if limit is None else limit))
    return [decode(view, row) for row in rows]


def condition(view: View, where: Mapping[str, Any], alias: str = "") -> tuple[str, list[Any]]:
    """A WHERE clause and its parameters."""
    clauses, parameters = ["1"], []
    for name, value in where.items():
        comparison = name[-2:] if name.endswith((">=", "<=")) else ""
        column = f"{alias}{quoted(view, name.removesuffix(comparison).strip())}"
        if comparison:
            clauses.append(f"{column} {comparison} ?")
            parameters.append(value)
        elif isinstance(value, list | tuple | set | frozenset) and len(value) > CHUNK:
            clauses.append(f"{column} IN (SELECT value FROM json_each(?))")
            parameters.append(orjson.dumps(list(value)).decode())
        elif isinstance(value, list | tuple | set | frozenset):
            clauses.append(f"{column} IN ({', '.join('?' * len(value))})")
            parameters += value
        else:
            clauses.append(f"{column} IS ?")
            parameters.append(value)
    return " AND ".join(clauses), parameters


def quoted(view: View, column: str) -> str:
    """A column's name as SQL, if the view has it."""
    if column not in view.columns:
        known = ", ".join(view.columns)
        raise UnknownColumn(f"view {view.name!r} has no column {column!r}; it has {known}")
    return f'"{column}"'


def decode(view: View, values: Sequence[Any]) -> Row:
    """A row from the values of its columns in order."""
    json = view.json_columns
    return {
        name: orjson.loads(value) if name in json and value is not None else value
        for name, value in zip(view.columns, values, strict=True)
    }


def _encode(view: View, row: Row) -> tuple[Any, ...]:
    json = view.json_columns
    return tuple(
        orjson.dumps(row[name]).decode() if name in json and row[name] is not None else row[name]
        for name in view.columns
    )
