"""The view of work, as those see it who decide what becomes of items.

It is folded along with every event that they append, so that a claim sees all that went before
without reading it again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from blackboard.event import Event
from blackboard.storage.sqlite import tables
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.projections import Projections
from blackboard.views.view import Row
from blackboard.views.work import WORK

_TABLE = tables.table_name(WORK)
_END_OF_PRIORITY = ";"
"""The character after the colon: a bound above all places of one priority."""


class WorkItems:
    """The work items of one file."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file
        self._connection = file.connection
        self._work = Projections(file.connection, [WORK], indexed=False)

    def is_current(self) -> bool:
        """Whether the view exists in the version that this program folds."""
        with self._file.reading():  # asked outside of any transaction
            return self._work.are_current()

    def catch_up(self) -> None:
        """Fold what this view lacks, in the transaction that is under way."""
        head = self._file.head()
        while self._work.step(head) < head:
            pass

    def fold(self, events: Sequence[Event]) -> None:
        """Fold events that were appended just now, after a `catch_up` in the same transaction."""
        if events:
            self._work.apply(events)

    def row(self, item: str) -> Row | None:
        """An item, or None."""
        return tables.load(self._connection, WORK, item)

    def ready(
        self, priority: str, kinds: Collection[str] | None, now: int, limit: int
    ) -> list[Row]:
        """The oldest items of a priority that may be claimed now."""
        marks = "" if kinds is None else f"AND kind IN ({', '.join('?' * len(kinds))}) "
        rows = self._connection.execute(
            f"SELECT * FROM {_TABLE} WHERE queue > ? AND queue < ? AND not_before <= ? {marks}"
            "ORDER BY queue LIMIT ?",
            (f"{priority}:", f"{priority}{_END_OF_PRIORITY}", now, *(kinds or ()), limit),
        )
        return [tables.decode(WORK, row) for row in rows]

    def open_with(self, dedup_key: str) -> Row | None:
        """The item of that key that is not yet finished, or None."""
        rows = self._connection.execute(
            f"SELECT * FROM {_TABLE} WHERE dedup_key = ? "
            "AND state IN ('ready', 'blocked', 'claimed') LIMIT 1",
            (dedup_key,),
        )
        return next((tables.decode(WORK, row) for row in rows), None)

    def overdue(self, now: int) -> list[Row]:
        """The items whose claim has run out, if no later lease holds them."""
        rows = self._connection.execute(
            f"SELECT * FROM {_TABLE} WHERE lease_expires_at <= ?", (now,)
        )
        return [tables.decode(WORK, row) for row in rows]

    def next_at(self, now: int) -> int | None:
        """When the next item becomes free that now waits for its time, or None."""
        row = self._connection.execute(
            f"SELECT MIN(not_before) FROM {_TABLE} WHERE queue IS NOT NULL AND not_before > ?",
            (now,),
        ).fetchone()
        found: int | None = row[0]
        return found
