"""Which session each passage is of, and how many passages each session has.

Two small tables beside an index over passages, filled and emptied with it: with them a search
counts the passages of each session that hold a word, and reads no event for it. A session is known
by the number of its group (`search/answers.py`), and so is a review.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from blackboard.event import Event
from blackboard.search.answers import number_of, thing_of
from blackboard.storage.sqlite.chunks import chunks, marks


class Member(NamedTuple):
    """A passage: its position, and the numbers of its session and of its project."""

    position: int
    session: int
    project: int


def names(table: str) -> tuple[str, str]:
    """The tables beside an index: the session of each passage, and the passages of each session."""
    return f"{table}_sessions", f"{table}_totals"


def create(connection: sqlite3.Connection, table: str) -> None:
    """Make both, empty; `table` is the index, with its schema."""
    sessions, totals = names(table)
    connection.execute(f"CREATE TABLE {sessions} (position INTEGER PRIMARY KEY, session INTEGER)")
    connection.execute(
        f"CREATE TABLE {totals} (session INTEGER PRIMARY KEY, project INTEGER, passages INTEGER)"
    )


def drop(connection: sqlite3.Connection, table: str) -> None:
    """Remove both."""
    for name in names(table):
        connection.execute(f"DROP TABLE IF EXISTS {name}")


def member_of(event: Event) -> Member:
    """The event's passage, with its session and project as numbers."""
    return Member(event.position, number_of(thing_of(event).group), number_of(event.project or ""))


def add(connection: sqlite3.Connection, table: str, members: Sequence[Member]) -> None:
    """Add what was indexed."""
    sessions, totals = names(table)
    connection.executemany(
        f"INSERT INTO {sessions} VALUES (?, ?)", [member[:2] for member in members]
    )
    connection.executemany(
        f"INSERT INTO {totals} VALUES (?, ?, ?) ON CONFLICT (session) DO UPDATE "
        "SET project = MIN(project, excluded.project), passages = passages + excluded.passages",
        [(*key, count) for key, count in Counter(each[1:] for each in members).items()],
    )


def remove(connection: sqlite3.Connection, table: str, positions: Collection[int]) -> None:
    """Take passages out, as they are forgotten."""
    sessions, totals = names(table)
    for chunk in chunks(positions):
        among = f"WHERE position IN ({marks(chunk)})"
        counts = connection.execute(
            f"SELECT COUNT(*), session FROM {sessions} {among} GROUP BY session", chunk
        ).fetchall()
        connection.executemany(
            f"UPDATE {totals} SET passages = passages - ? WHERE session = ?", counts
        )
        connection.execute(f"DELETE FROM {sessions} {among}", chunk)
    connection.execute(f"DELETE FROM {totals} WHERE passages <= 0")


def differing(
    connection: sqlite3.Connection, live: str, again: str, start: int, end: int
) -> list[int]:
    """The positions after one, up to another, whose session is not the same in two indexes."""
    rows = [
        set(
            connection.execute(
                f"SELECT * FROM {names(table)[0]} WHERE position > ? AND position <= ?",
                (start, end),
            )
        )
        for table in (live, again)
    ]
    return sorted({position for position, _ in rows[0].symmetric_difference(rows[1])})


def miscounted(connection: sqlite3.Connection, table: str) -> list[int]:
    """The sessions that do not have as many passages as is said."""
    sessions, totals = names(table)
    counted = f"SELECT session, COUNT(*) FROM {sessions} GROUP BY session"
    said = f"SELECT session, passages FROM {totals}"
    rows = connection.execute(
        f"SELECT * FROM ({counted} EXCEPT {said}) UNION SELECT * FROM ({said} EXCEPT {counted})"
    )
    return sorted({session for session, _ in rows})
