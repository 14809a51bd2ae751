"""The log in an SQLite file."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import orjson

from blackboard import chain
from blackboard.citations import Reach
from blackboard.condition import Condition
from blackboard.errors import (
    BoardBusy,
    BoardFull,
    DamagedBoard,
    ErasurePending,
    NotFound,
    Outdated,
)  # fmt: skip
from blackboard.event import Event, NewEvent, StoredEvent
from blackboard.events.upcast import readable
from blackboard.file_lock import FileLock
from blackboard.log import Progress, Tell, Verification, ignore
from blackboard.storage.sqlite import appending, positions, registers, verification
from blackboard.storage.sqlite.connection import connect, wrap_errors
from blackboard.storage.sqlite.rebuild_lock import rebuilding_alone
from blackboard.storage.sqlite.tail import COLUMNS, VERSION
from blackboard.storage.sqlite.transactions import Transactions

_PAGE = 1000
_FIRST_NAP, _LONGEST_NAP = 0.002, 0.3
_PATIENCE_OF_A_RETRY = 100
"""Milliseconds that an opening waits for those who read, to finish what was erased before."""


def system_clock() -> int:
    """Microseconds since 1970 UTC."""
    return time.time_ns() // 1000


class SqliteLog:
    """Events in one SQLite file, or in memory when `path` is None.

    One object may be shared by threads; processes each open their own. Writes of all
    processes take turns by a lock beside the file, which is also held for checkpoints:
    SQLite before 3.51.3 can damage a file when one process restarts the write-ahead log
    while another one commits (https://www.sqlite.org/wal.html).
    """

    def __init__(
        self,
        path: Path | None,
        *,
        read_only: bool = False,
        timeout: float | None = None,
        clock: Callable[[], int] = system_clock,
    ) -> None:
        self.path = path
        self.read_only = read_only
        self._clock = clock
        lock = FileLock(Path(f"{path}.lock"), timeout) if path and not read_only else None
        try:
            self.connection = connect(path, lock, read_only=read_only, timeout=timeout)
        except BaseException:
            if lock is not None:
                lock.close()
            raise
        self.transactions = Transactions(self.connection, path, lock, read_only=read_only)
        self._thread = self.transactions.thread

    def append(
        self,
        events: Sequence[NewEvent],
        *,
        expected_version: int | None = None,
        payloads: Sequence[bytes] | None = None,
    ) -> list[Event]:
        """See `Log.append`."""
        if not events:
            return []
        with self.transactions.joined() if len(events) == 1 else self.transaction():
            if expected_version is not None:
                chain.check_version(events, expected_version, self.version)
            return appending.append(self.connection, self._clock(), events, payloads)

    def append_if(
        self, events: Sequence[NewEvent], condition: Condition, ending: Collection[str] = ()
    ) -> list[Event]:
        """See `Log.append_if`."""
        with self.transaction():
            if positions.is_after(self.connection, condition.since, condition.unless):
                raise Outdated(condition.since)
            added = appending.append(self.connection, self._clock(), events, condition=condition)
            registers.end_lease(self.connection, ending)
            return added

    def transaction(self) -> AbstractContextManager[None]:
        """See `Log.transaction`; calls may be nested, and inner ones may fail alone."""
        return self.transactions.transaction()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read in one snapshot, whatever is written, forgotten or rebuilt meanwhile."""
        with wrap_errors(self.path), self.transactions.snapshot():
            yield

    def read(
        self,
        after: int = 0,
        *,
        until: int | None = None,
        stream: str | None = None,
        types: Collection[str] | None = None,
        projects: Collection[str] | None = None,
        limit: int | None = None,
    ) -> Iterator[Event]:
        """See `Log.read`; read page by page, so that no reader holds the file for long."""
        left = limit
        while left is None or left > 0:
            size = _PAGE if left is None else min(_PAGE, left)
            page = self._page(after, until, stream, types, projects, size)
            yield from page
            if len(page) < size:
                return
            after = page[-1].position
            left = None if left is None else left - size

    def get(self, event_id: str) -> Event:
        """See `Log.get`."""
        with wrap_errors(self.path), self._thread:
            row = self.connection.execute(
                f"SELECT {COLUMNS} FROM events WHERE id = ?",
                (event_id,),
            ).fetchone()
        if row is None:
            raise NotFound(f"there is no event {event_id!r} on this board")
        return self._event(row)

    def head(self) -> int:
        """See `Log.head`."""
        position: int = self._one("SELECT COALESCE(MAX(position), 0) FROM events")
        return position

    def version(self, stream: str) -> int:
        """See `Log.version`."""
        version: int = self._one(VERSION, stream)
        return version

    def position_at(self, recorded_at: int) -> int:
        """See `Log.position_at`."""
        with self.reading():
            return positions.position_at(self.connection, recorded_at, self.head())

    def wait(self, after: int, timeout: float) -> int:
        """See `Log.wait`; asks SQLite for a change of the file, which reads one page."""
        deadline = time.monotonic() + timeout
        nap = _FIRST_NAP
        while (head := self.head()) <= after:
            self.connection.refuse_replaced()
            left = deadline - time.monotonic()
            if left <= 0:
                break
            time.sleep(min(nap, left))
            nap = min(nap * 1.5, _LONGEST_NAP)
        return head

    def verify(self, progress: Progress | None = None) -> Verification:
        """See `Log.verify`."""
        with wrap_errors(self.path), self._thread:
            return verification.verify(self.connection, progress)

    def reach(self, event_ids: Collection[str], progress: Progress | None = None) -> Reach:
        """See `Log.reach`."""
        from blackboard.storage.sqlite import forgetting  # it knows all views

        with wrap_errors(self.path), self._thread:
            return forgetting.reach(self.connection, event_ids, progress)

    def forget(
        self,
        events: Collection[str] | Reach,
        *,
        reason: str,
        actor: str,
        closing: Collection[str] = (),
        tell: Tell = ignore,
    ) -> list[str]:
        """See `Log.forget`; ends with a rewrite of the whole file without what was erased."""
        from blackboard.storage.forgetting_order import Order
        from blackboard.storage.sqlite import forgetting

        self.transactions.refuse_inside("forgetting rewrites the file")
        reach = events if isinstance(events, Reach) else self.reach(events)
        with rebuilding_alone(self.path):
            with self.transaction():
                order = Order(reach, reason, actor, closing)
                erased = forgetting.erase(self.connection, order, self.append, tell)
            self.rewrite(tell)
        return erased

    def rewrite(self, tell: Tell = ignore, *, wait: bool = True) -> None:
        """Rewrite the file where erased text may still be in its free pages.

        Raises:
            BoardBusy: another connection still reads the file as it was.
            ErasurePending: the disk is too full for it.
        """
        from blackboard.storage.sqlite import forgetting

        try:
            with wrap_errors(self.path), self.transactions.exclusive(wait=wait):
                forgetting.finish(self.connection, str(self.path), tell)
        except BoardFull as error:
            raise ErasurePending(str(self.path)) from error

    def finish_erasing(self, most_bytes: int) -> bool:
        """Rewrite a file of at most so many bytes if that is pending; whether nothing is any more.

        Does not wait: where others use the file, it stays pending.
        """
        from blackboard.storage.sqlite import forgetting

        with self.reading():
            if not forgetting.is_rewrite_due(self.connection):
                return True
        if self.path is None or self.path.stat().st_size > most_bytes:
            return False
        patience = self.connection.execute("PRAGMA busy_timeout").fetchone()[0]
        self.connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_OF_A_RETRY}")
        try:
            with rebuilding_alone(self.path, wait=False):
                self.rewrite(wait=False)
        except (BoardBusy, ErasurePending):
            return False
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {patience}")
        return True

    def stored(self, after: int = 0, *, limit: int | None = None) -> Iterator[StoredEvent]:
        """See `Log.stored`."""
        left = -1 if limit is None else limit
        while left:
            size = _PAGE if left < 0 else min(_PAGE, left)
            page = self._rows_after(after, size)
            yield from map(StoredEvent._make, page)
            if len(page) < size:
                return
            after = page[-1][0]
            left = left if left < 0 else left - size

    def now(self) -> int:
        """See `Log.now`."""
        return self._clock()

    def lease(self, items: Collection[str], holder: str, expires_at: int) -> None:
        """See `Log.lease`."""
        with self.transactions.joined():
            registers.lease(self.connection, items, holder, expires_at)

    def end_lease(self, items: Collection[str]) -> None:
        """See `Log.end_lease`."""
        with self.transactions.joined():
            registers.end_lease(self.connection, items)

    def leases(self, items: Collection[str]) -> dict[str, int]:
        """See `Log.leases`."""
        with wrap_errors(self.path), self._thread:
            return registers.leases(self.connection, items)

    def reader_position(self, name: str) -> int:
        """See `Log.reader_position`."""
        with wrap_errors(self.path), self._thread:
            return registers.reader_position(self.connection, name)

    def remember_reader(self, name: str, position: int) -> None:
        """See `Log.remember_reader`."""
        with self.transactions.joined():
            registers.remember_reader(self.connection, name, position)

    def close(self) -> None:
        """See `Log.close`."""
        with self._thread:
            self.connection.close()
            self.transactions.close()

    def _one(self, statement: str, *parameters: object) -> Any:
        with wrap_errors(self.path), self._thread:
            return self.connection.execute(statement, parameters).fetchone()[0]

    def _page(
        self,
        after: int,
        until: int | None,
        stream: str | None,
        types: Collection[str] | None,
        projects: Collection[str] | None,
        size: int,
    ) -> list[Event]:
        where: list[str] = ["position > ?"]
        parameters: list[Any] = [after]
        for clause, value in (("position <= ?", until), ("stream = ?", stream)):
            if value is not None:
                where.append(clause)
                parameters.append(value)
        # A stream is short. The unary plus keeps SQLite from going through all events of a type,
        # which it takes for fewer where ANALYZE never ran (https://sqlite.org/optoverview.html, 4).
        type_ = "type" if stream is None else "+type"
        for column, values in ((type_, types), ("project", projects)):
            if values is not None:
                where.append(f"{column} IN ({', '.join('?' * len(values))})")
                parameters.extend(values)
        statement = (
            f"SELECT {COLUMNS} FROM events WHERE {' AND '.join(where)} ORDER BY position LIMIT ?"
        )
        with wrap_errors(self.path), self._thread:
            rows = self.connection.execute(statement, (*parameters, size)).fetchall()
        return [self._event(row) for row in rows]

    def _rows_after(self, after: int, size: int) -> list[tuple[Any, ...]]:
        with wrap_errors(self.path), self._thread:
            return self.connection.execute(
                f"SELECT {COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?",
                (after, size),
            ).fetchall()

    def _event(self, row: tuple[Any, ...]) -> Event:
        """An event from its row, the payload read from its JSON.

        What no program can have meant is read as if it were forgotten (`upcast.readable`).
        """
        try:
            payload = None if row[12] is None else orjson.loads(row[12])
        except orjson.JSONDecodeError as error:
            if chain.payload_hash(row[12].encode()) != row[13]:
                raise DamagedBoard(str(self.path), f"event {row[0]} holds no JSON") from error
            payload = None
        return Event._make((*row[:12], readable(row[4], row[5], payload), row[13], row[14]))
