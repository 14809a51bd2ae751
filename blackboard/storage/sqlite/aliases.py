"""The names of projects: a table that the fold of all views goes by, and that readers ask.

Light to import, because the hooks of agents ask it too.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

TABLE = "project_aliases"


def create(connection: sqlite3.Connection, shadow: str = "", schema: str = "") -> None:
    """Make the empty table; `schema` is empty or ends in a full stop."""
    connection.execute(
        f"CREATE TABLE {schema}{TABLE}{shadow} "
        "(alias TEXT PRIMARY KEY, project TEXT NOT NULL) WITHOUT ROWID"
    )


def load(connection: sqlite3.Connection, shadow: str = "", schema: str = "") -> dict[str, str]:
    """The project of every alias that has another name than its project."""
    rows = connection.execute(f"SELECT alias, project FROM {schema}{TABLE}{shadow}").fetchall()
    return dict(rows)


def save(connection: sqlite3.Connection, aliases: Mapping[str, str], shadow: str = "") -> None:
    """Put other aliases in the place of all."""
    connection.execute(f"DELETE FROM {TABLE}{shadow}")
    connection.executemany(
        f"INSERT INTO {TABLE}{shadow} (alias, project) VALUES (?, ?)", aliases.items()
    )


def project_of_alias(connection: sqlite3.Connection, name: str | None) -> str | None:
    """The project that a name belongs to; an unknown name is returned as it is."""
    if name is None:
        return None
    row = connection.execute(f"SELECT project FROM {TABLE} WHERE alias = ?", (name,)).fetchone()
    return row[0] if row else name


def aliases_of(connection: sqlite3.Connection, project: str) -> list[str]:
    """All names under which events of a project may have been recorded, itself among them."""
    rows = connection.execute(f"SELECT alias FROM {TABLE} WHERE project = ?", (project,))
    return sorted({project, *(row[0] for row in rows)})


class Names(dict["str | None", "str | None"]):
    """The project of each name that is asked for, looked up once."""

    def __init__(self, connection: sqlite3.Connection, shadow: str = "") -> None:
        super().__init__({None: None})
        self._connection = connection
        self._query = f"SELECT project FROM {TABLE}{shadow} WHERE alias = ?"

    def __missing__(self, name: str | None) -> str | None:
        row = self._connection.execute(self._query, (name,)).fetchone()
        self[name] = row[0] if row else name
        return self[name]
