"""Views of parts that are not active here, which a file may hold from when they were.

Their tables are kept, and their checkpoints say how far they come: behind the others, so that a
program that has the part folds what they lack. What changes other than by new events, such as a
project's name, makes them outdated: they are folded anew when the part returns.
"""

from __future__ import annotations

import sqlite3

from blackboard.storage.sqlite.chunks import marks
from blackboard.views import ABSENT


def kept(connection: sqlite3.Connection) -> list[str]:
    """The absent views of which the file has a table."""
    tables = [f"view_{name}" for name in ABSENT]
    rows = connection.execute(
        f"SELECT name FROM main.sqlite_master WHERE type = 'table' AND name IN ({marks(tables)})",
        tables,
    )
    return sorted(name.removeprefix("view_") for (name,) in rows)


def outdate(connection: sqlite3.Connection) -> None:
    """Have them folded anew by the next program that can."""
    names = [f"view:{name}" for name in ABSENT]
    connection.execute(f"DELETE FROM checkpoints WHERE name IN ({marks(names)})", names)
