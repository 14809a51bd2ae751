"""What a log keeps beside its events: leases, and how far its readers have come.

Losing either costs a second attempt or a second look, and no event.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from blackboard.storage.sqlite.chunks import chunks, marks


def lease(
    connection: sqlite3.Connection, items: Collection[str], holder: str, expires_at: int
) -> None:
    """See `Log.lease`."""
    connection.executemany(
        "REPLACE INTO leases (item, worker, expires_at) VALUES (?, ?, ?)",
        [(item, holder, expires_at) for item in items],
    )


def end_lease(connection: sqlite3.Connection, items: Collection[str]) -> None:
    """See `Log.end_lease`."""
    for some in chunks(items):
        connection.execute(f"DELETE FROM leases WHERE item IN ({marks(some)})", some)


def leases(connection: sqlite3.Connection, items: Collection[str]) -> dict[str, int]:
    """See `Log.leases`."""
    found: dict[str, int] = {}
    for some in chunks(items):
        found |= connection.execute(
            f"SELECT item, expires_at FROM leases WHERE item IN ({marks(some)})", some
        ).fetchall()
    return found


def reader_position(connection: sqlite3.Connection, name: str) -> int:
    """See `Log.reader_position`."""
    row = connection.execute(
        "SELECT position FROM checkpoints WHERE name = ?", (f"reader:{name}",)
    ).fetchone()
    return row[0] if row else 0


def remember_reader(connection: sqlite3.Connection, name: str, position: int) -> None:
    """See `Log.remember_reader`."""
    connection.execute(
        "REPLACE INTO checkpoints (name, version, position) VALUES (?, 1, ?)",
        (f"reader:{name}", position),
    )
