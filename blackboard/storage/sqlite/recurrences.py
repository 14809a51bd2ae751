"""What came back in a board's sessions, and whether a lesson would have met it.

Two tables beside the views, with a checkpoint: they hold ids, times and digests, no word of what
was said. Who fills them decides what they mean (`reflect/backtest/advance.py`). No projection lists
them, so whatever is forgotten drops them (`projected.py`), and they are filled anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from blackboard.storage.sqlite.chunks import chunks, marks
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog

HAPPENINGS, REPLAYED = "recurrences", "replayed_sessions"

_CHECKPOINT = "view:recurrences"
_CREATE = (
    f"CREATE TABLE {REPLAYED} (session TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER)",
    f"CREATE TABLE {HAPPENINGS} (session TEXT, event TEXT, at INTEGER, what TEXT, key TEXT, "
    "met TEXT, lesson TEXT, known_at INTEGER)",
    f"CREATE INDEX recurrences_by_session ON {HAPPENINGS} (session)",
    f"CREATE INDEX recurrences_by_key ON {HAPPENINGS} (key)",
)


class Happening(NamedTuple):
    """Something that may come back: in which session, by which event, of what kind.

    `key` is equal where the same thing happens again. `met` is empty where it had not happened
    before; else how it met `lesson`, which was known since `known_at`.
    """

    session: str
    event: str
    at: int
    what: str
    key: str
    met: str = ""
    lesson: str = ""
    known_at: int | None = None


class Replayed(NamedTuple):
    """A session that was looked at, with its beginning and its end as they were then."""

    session: str
    started_at: int
    ended_at: int


class Recurrences:
    """The tables in one file."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file

    def reached(self, version: int) -> int | None:
        """The position of the log up to which changes were looked for; None without the tables."""
        with self._file.reading():
            return self._reached(version)

    def sessions(self) -> dict[str, Replayed]:
        """The sessions that were looked at, by id."""
        rows = self._rows(f"SELECT session, started_at, ended_at FROM {REPLAYED}")
        return {row[0]: Replayed._make(row) for row in rows}

    def invalidate(
        self, version: int, reached: int, changed: Collection[str], since: int | None
    ) -> None:
        """Note how far the log was looked at, and drop what no longer holds.

        Args:
            version: of what the rows mean; tables of another one are made anew.
            reached: the position.
            changed: the sessions with new events.
            since: sessions that began then or later go too; None for none.
        """
        connection = self._file.connection
        with wrap_errors(self._file.path), self._file.transaction():
            if self._reached(version) is None:
                self._create()
            later = [] if since is None else [
                row[0] for row in connection.execute(
                    f"SELECT session FROM {REPLAYED} WHERE started_at >= ?", (since,))
            ]  # fmt: skip
            self._drop({*changed, *later})
            connection.execute(
                "REPLACE INTO checkpoints (name, version, position) VALUES (?, ?, ?)",
                (_CHECKPOINT, version, reached),
            )

    def add(
        self, version: int, reached: int, session: Replayed, found: Collection[Happening]
    ) -> bool:
        """Keep what a session brought; False where another program changed the tables meanwhile."""
        connection = self._file.connection
        with wrap_errors(self._file.path), self._file.transaction():
            if self._reached(version) != reached:
                return False
            self._drop([session.session])
            connection.execute(f"INSERT INTO {REPLAYED} VALUES (?, ?, ?)", session)
            connection.executemany(
                f"INSERT INTO {HAPPENINGS} VALUES (?, ?, ?, ?, ?, ?, ?, ?)", list(found)
            )
        return True

    def earlier(self, key: str, until: int) -> list[tuple[str, str]]:
        """Where the same happened in sessions that had ended by then: session and event."""
        rows = self._rows(
            f"SELECT h.session, h.event FROM {HAPPENINGS} h JOIN {REPLAYED} s "
            "ON s.session = h.session WHERE h.key = ? AND s.ended_at <= ?",
            (key, until),
        )
        return [(session, event) for session, event in rows]

    def came_back(self, since: int) -> list[Happening]:
        """What came back in sessions that began since then, the newest first."""
        rows = self._rows(
            f"SELECT h.* FROM {HAPPENINGS} h JOIN {REPLAYED} s ON s.session = h.session "
            "WHERE h.met <> '' AND s.started_at >= ? ORDER BY h.at DESC, h.event, h.key",
            (since,),
        )
        return [Happening._make(row) for row in rows]

    def drop(self) -> None:
        """Remove the tables, to be filled anew."""
        with wrap_errors(self._file.path), self._file.transaction():
            self._remove()

    def _reached(self, version: int) -> int | None:
        row = self._file.connection.execute(
            "SELECT position FROM checkpoints WHERE name = ? AND version = ?",
            (_CHECKPOINT, version),
        ).fetchone()
        return row[0] if row else None

    def _create(self) -> None:
        self._remove()
        for statement in _CREATE:
            self._file.connection.execute(statement)

    def _remove(self) -> None:
        connection = self._file.connection
        for name in (HAPPENINGS, REPLAYED):
            connection.execute(f"DROP TABLE IF EXISTS {name}")
        connection.execute("DELETE FROM checkpoints WHERE name = ?", (_CHECKPOINT,))

    def _drop(self, sessions: Iterable[str]) -> None:
        for some in chunks(sorted(sessions)):
            for name in (HAPPENINGS, REPLAYED):
                self._file.connection.execute(
                    f"DELETE FROM {name} WHERE session IN ({marks(some)})", some
                )

    def _rows(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query; none where the tables were never made, or dropped."""
        with wrap_errors(self._file.path), self._file.reading():
            connection: sqlite3.Connection = self._file.connection
            exists = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
            if not connection.execute(exists, (HAPPENINGS,)).fetchone():
                return []
            return connection.execute(statement, values).fetchall()
