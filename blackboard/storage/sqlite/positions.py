"""Which events had been recorded by a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from blackboard.storage.sqlite.chunks import marks
from blackboard.storage.sqlite.tail import CLOCK


def position_at(connection: sqlite3.Connection, recorded_at: int, head: int) -> int:
    """The position of the last event up to the head that was recorded at or before a time.

    Times of recording go back only where the clock had been far ahead. Between two such places
    they never do, so halving finds the event.
    """
    end = head
    for start in _steps_back(connection, head):
        if _recorded_at(connection, start) <= recorded_at:
            return _last_until(connection, recorded_at, start, end)
        end = start - 1
    return _last_until(connection, recorded_at, 0, end)


def is_after(connection: sqlite3.Connection, position: int, types: Collection[str]) -> bool:
    """Whether there is an event of some types after a position."""
    if not types:
        return False
    found = connection.execute(
        f"SELECT 1 FROM events WHERE type IN ({marks(types)}) AND position > ? LIMIT 1",
        (*types, position),
    )
    return found.fetchone() is not None


def _last_until(connection: sqlite3.Connection, recorded_at: int, low: int, high: int) -> int:
    while low < high:
        middle = (low + high + 1) // 2
        if _recorded_at(connection, middle) <= recorded_at:
            low = middle
        else:
            high = middle - 1
    return low


def _steps_back(connection: sqlite3.Connection, head: int) -> list[int]:
    """The first event after each time that the clock was put back, the last one first."""
    rows = connection.execute(
        "SELECT position FROM main.checkpoints WHERE name GLOB ? AND position <= ? "
        "ORDER BY position DESC",
        (f"{CLOCK}*", head),
    )
    return [row[0] for row in rows]


def _recorded_at(connection: sqlite3.Connection, position: int) -> int:
    row = connection.execute("SELECT recorded_at FROM events WHERE position = ?", (position,))
    found: int = row.fetchone()[0]
    return found
