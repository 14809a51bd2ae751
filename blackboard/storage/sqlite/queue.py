"""The queue of work: what may be claimed, and who holds what until when.

The view of work is folded along with every event that is appended here, so that a claim sees
all that went before without reading it again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from blackboard.event import Event, NewEvent
from blackboard.storage.sqlite import tables
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.projections import Projections
from blackboard.storage.sqlite.replay import catch_up
from blackboard.views.view import Row
from blackboard.views.work import WORK

_TABLE = tables.table_name(WORK)
_END_OF_PRIORITY = ";"
"""The character after the colon: a bound above all places of one priority."""

_LEASES = (
    "CREATE TABLE IF NOT EXISTS leases "
    "(item TEXT PRIMARY KEY, worker TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT"
)
"""Forgetting drops every table but the log's, and costs nothing when there is one."""


class QueueStore:
    """The work items of one board, for whoever decides what becomes of them."""

    def __init__(self, log: SqliteLog) -> None:
        self._log = log
        self._work = Projections(log.connection, [WORK], indexed=False)

    @property
    def connection(self) -> sqlite3.Connection:
        """The log's connection."""
        return self._log.connection

    @contextmanager
    def deciding(self) -> Iterator[None]:
        """Read, decide and append as one, with the view of work up to date."""
        with wrap_errors(self._log.path):
            if not self._work.are_current():
                catch_up(self._log)
            with self._log.transaction():
                self.connection.execute(_LEASES)
                head = self._log.head()
                while self._work.step(head) < head:
                    pass
                yield

    def append(self, events: Sequence[NewEvent]) -> list[Event]:
        """Append inside `deciding`, and fold at once."""
        appended = self._log.append(events)
        if appended:
            self._work.apply(appended)
        return appended

    def row(self, item: str) -> Row | None:
        """An item, or None."""
        return tables.load(self.connection, WORK, item)

    def ready(
        self, priority: str, kinds: Collection[str] | None, now: int, limit: int
    ) -> list[Row]:
        """The oldest items of a priority that may be claimed now."""
        marks = "" if kinds is None else f"AND kind IN ({', '.join('?' * len(kinds))}) "
        rows = self.connection.execute(
            f"SELECT * FROM {_TABLE} WHERE queue > ? AND queue < ? AND not_before <= ? {marks}"
            "ORDER BY queue LIMIT ?",
            (f"{priority}:", f"{priority}{_END_OF_PRIORITY}", now, *(kinds or ()), limit),
        )
        return [tables.decode(WORK, row) for row in rows]

    def open_with(self, dedup_key: str) -> Row | None:
        """The item of that key that is not yet finished, or None."""
        rows = self.connection.execute(
            f"SELECT * FROM {_TABLE} WHERE dedup_key = ? "
            "AND state IN ('ready', 'blocked', 'claimed') LIMIT 1",
            (dedup_key,),
        )
        return next((tables.decode(WORK, row) for row in rows), None)

    def expired(self, now: int) -> list[Row]:
        """The items whose lease has run out, by the lease or, if that was lost, by the claim."""
        rows = self.connection.execute(
            f"SELECT w.* FROM {_TABLE} w LEFT JOIN leases l ON l.item = w.item "
            "WHERE w.lease_expires_at <= ? AND COALESCE(l.expires_at, 0) <= ? LIMIT 100",
            (now, now),
        )
        return [tables.decode(WORK, row) for row in rows]

    def lease(self, items: Sequence[str], worker: str, expires_at: int) -> None:
        """Let a worker keep some items until then."""
        self.connection.executemany(
            "REPLACE INTO leases (item, worker, expires_at) VALUES (?, ?, ?)",
            [(item, worker, expires_at) for item in items],
        )

    def end_lease(self, items: Sequence[str]) -> None:
        """Nobody keeps these items any more."""
        self.connection.executemany("DELETE FROM leases WHERE item = ?", [(i,) for i in items])

    def next_at(self, now: int) -> int | None:
        """When the next item becomes free that now waits for its time, or None."""
        row = self.connection.execute(
            f"SELECT MIN(not_before) FROM {_TABLE} WHERE queue IS NOT NULL AND not_before > ?",
            (now,),
        ).fetchone()
        found: int | None = row[0]
        return found
