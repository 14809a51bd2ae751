"""The log in a PostgreSQL database; see `migrations/` for what the server does."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any, NamedTuple

import psycopg

from blackboard import chain, chain_check
from blackboard.citations import Reach
from blackboard.errors import BoardError, Conflict, NotFound
from blackboard.event import Event, NewEvent, StoredEvent
from blackboard.log import Progress, Tell, Verification, ignore
from blackboard.storage.forgetting_order import Order
from blackboard.storage.postgres import forgetting
from blackboard.storage.postgres.connecting import connect, label, ours
from blackboard.storage.postgres.listening import Listener
from blackboard.storage.postgres.migrating import refuse_other_formats
from blackboard.storage.postgres.registers import Registers
from blackboard.storage.postgres.rows import appended, columns_of, event_of

COLUMNS = ", ".join(StoredEvent._fields)
_PAGE = 1_000
_MOST_PROBLEMS = 20
_REST = 1.0
"""Seconds in which a server that did not answer is not asked again."""

_APPEND = "SELECT * FROM lessonboard.append(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_CONFLICT = "LB001"


class PostgresLog(Registers):
    """Events in one table of a database, appended by one function of the server.

    It connects when it is first asked something, and again when the connection broke: whatever it
    does may raise LogUnreachable, CannotOpen where the database holds no log of this program's
    format, or NewerBoard. What was sent when the connection broke may be recorded or not; the same
    ids make it harmless to send it again. One object may be shared by threads; processes each open
    their own. An event's actor is the user of the database, followed by a slash and what was
    stated, and times are the server's.

    Args:
        url: `postgresql://...`, as libpq takes it.
        timeout: seconds to wait for others who write; None waits as long as it takes.
    """

    def __init__(self, url: str, *, timeout: float | None = None) -> None:
        self._url = url
        self._timeout = timeout
        self._thread = threading.RLock()
        self._depth = 0
        self._listener = Listener(url)
        self._opened: psycopg.Connection | None = None
        self._failed_at = -_REST
        self._began: _Began | None = None
        self._has_appended = False
        self._to_end: list[str] = []

    @property
    def address(self) -> str:
        """Where it is, without a password."""
        return label(self._url)

    @property
    def user(self) -> str:
        """Who one is there: the user of the database, by which events are signed."""
        return str(self._one("SELECT session_user::text"))

    def append(
        self, events: Sequence[NewEvent], *, expected_version: int | None = None
    ) -> list[Event]:
        """See `Log.append`."""
        if not events:
            return []
        if expected_version is not None:
            chain.check_version(events, expected_version, lambda _stream: expected_version)
        columns = columns_of(events)
        self._has_appended = True
        try:
            with self._using() as connection:
                rows = connection.execute(_APPEND, (*columns, expected_version)).fetchall()
        except BoardError as error:
            found = error.__cause__
            if isinstance(found, psycopg.Error) and found.sqlstate == _CONFLICT:
                version = int(found.diag.message_primary or 0)
                raise Conflict(events[0].stream, expected_version or 0, version) from found
            raise
        return [appended(columns, row) for row in rows]

    def transaction(self) -> AbstractContextManager[None]:
        """See `Log.transaction`; holds the end of the chain, whoever else would append."""
        return self._inner() if self._depth else self._outermost()

    @contextmanager
    def _outermost(self) -> Iterator[None]:
        """A transaction in as few messages as can be, for all others wait while it lasts."""
        with self._using() as connection:
            try:
                self._has_appended = False
                self._began = _begin(connection, self._timeout)
                self._depth = 1
                yield
                with connection.pipeline() if self._to_end else nullcontext():  # in one message
                    self._end_now()
                    connection.execute("COMMIT")
            except BaseException:
                with suppress(psycopg.Error):
                    connection.execute("ROLLBACK")
                raise
            finally:
                self._depth, self._began, self._to_end = 0, None, []

    @contextmanager
    def _inner(self) -> Iterator[None]:
        with self._using() as connection, connection.transaction():
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1

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
        """See `Log.read`; read page by page, so that no reader keeps a transaction open."""
        where, values = ["true"], []
        for clause, value in (
            ("position <= %s", until),
            ("stream = %s", stream),
            ("type = ANY (%s)", None if types is None else list(types)),
            ("project = ANY (%s)", None if projects is None else list(projects)),
        ):
            if value is not None:
                where.append(clause)
                values.append(value)
        for row in self._pages(" AND ".join(where), values, after, limit):
            yield event_of(row)

    def get(self, event_id: str) -> Event:
        """See `Log.get`."""
        rows = self._rows(f"SELECT {COLUMNS} FROM lessonboard.events WHERE id = %s", event_id)
        if not rows:
            raise NotFound(f"there is no event {event_id!r} on this board")
        return event_of(rows[0])

    def head(self) -> int:
        """See `Log.head`; nobody else moves it in a transaction."""
        if self._began is not None and not self._has_appended:
            return self._began.head
        return int(self._one("SELECT position FROM lessonboard.head"))

    def version(self, stream: str) -> int:
        """See `Log.version`."""
        asked = "SELECT coalesce(max(version), 0) FROM lessonboard.events WHERE stream = %s"
        return int(self._one(asked, stream))

    def position_at(self, recorded_at: int) -> int:
        """See `Log.position_at`; goes back from the last event, as times mostly do not."""
        rows = self._rows(
            "SELECT position FROM lessonboard.events WHERE recorded_at <= %s "
            "ORDER BY position DESC LIMIT 1",
            recorded_at,
        )
        return int(rows[0][0]) if rows else 0

    def wait(self, after: int, timeout: float) -> int:
        """See `Log.wait`; the server tells, and is asked now and then where it could not."""
        deadline = time.monotonic() + timeout
        with ours(self._url):
            self._listener.begin()
            while (head := self.head()) <= after:
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                self._listener.wait(left)
        return head

    def verify(self, progress: Progress | None = None) -> Verification:
        """See `Log.verify`."""
        digest, position, holes = chain.GENESIS, 0, 0
        found: list[str] = []
        for event in self.stored():
            found += chain_check.problems(event, position + 1, digest)
            if event.payload is None:
                holes += 1
                if not self.version(f"forgotten:{event.id}"):
                    found.append(f"event {event.position} ({event.id}): the payload is gone and "
                                 "nobody forgot it")  # fmt: skip
            position, digest = event.position, event.digest
            if len(found) >= _MOST_PROBLEMS:
                break
            if progress is not None and position % 1000 == 0:
                progress(position)
        return Verification(position, holes, digest.hex(), found)

    def reach(self, event_ids: Collection[str], progress: Progress | None = None) -> Reach:
        """See `Log.reach`."""
        with self._using() as connection:
            return forgetting.reach(connection, event_ids, progress)

    def forget(
        self,
        events: Collection[str] | Reach,
        *,
        reason: str,
        actor: str,
        closing: Collection[str] = (),
        tell: Tell = ignore,
    ) -> list[str]:
        """See `Log.forget`; the server's own free space and backups keep the bytes for a while."""
        reach = events if isinstance(events, Reach) else self.reach(events)
        order = Order(reach, reason, actor, closing)
        with self.transaction(), self._using() as connection:
            return forgetting.erase(connection, order, self.append, tell)

    def stored(self, after: int = 0, *, limit: int | None = None) -> Iterator[StoredEvent]:
        """See `Log.stored`."""
        return map(StoredEvent._make, self._pages("true", [], after, limit))

    def now(self) -> int:
        """See `Log.now`: the server's clock, in a transaction that of its beginning."""
        if self._began is not None:
            return self._began.clock
        return int(self._one("SELECT lessonboard.clock()"))

    def close(self) -> None:
        """See `Log.close`."""
        with self._thread:
            self._listener.close()
            if self._opened is not None:
                self._opened.close()

    @contextmanager
    def _using(self) -> Iterator[psycopg.Connection]:
        """The connection, for this thread alone; a new one where the last one broke."""
        with ours(self._url), self._thread:
            yield self._connection()

    def _connection(self) -> psycopg.Connection:
        if self._opened is not None and (not self._opened.closed or self._depth):
            return self._opened  # inside a transaction what it did is lost with it
        if time.monotonic() - self._failed_at < _REST:
            raise psycopg.OperationalError("it did not answer just now")
        try:
            self._opened = connect(self._url)
        except psycopg.OperationalError:
            self._failed_at = time.monotonic()
            raise
        refuse_other_formats(self._opened, self._url)
        return self._opened

    def _ends_later(self, items: Collection[str]) -> bool:
        if self._depth:
            self._to_end += items
        return self._depth > 0

    def _end_now(self) -> None:
        if self._to_end and self._opened is not None:
            ending, self._to_end = self._to_end, []
            with ours(self._url):
                self._opened.execute("SELECT lessonboard.end_lease(%s)", (ending,))

    def _rows(self, statement: str, *values: object) -> list[Any]:
        """The answer to a question, asked again where the connection broke since the last one."""
        with self._using() as connection:
            try:
                return connection.execute(statement.encode(), values).fetchall()
            except psycopg.OperationalError:
                if self._depth or not connection.closed:
                    raise
                return self._connection().execute(statement.encode(), values).fetchall()

    def _one(self, statement: str, *values: object) -> Any:
        return self._rows(statement, *values)[0][0]

    def _pages(
        self, where: str, values: Sequence[object], after: int, limit: int | None
    ) -> Iterator[Any]:
        left = limit
        while left is None or left > 0:
            size = _PAGE if left is None else min(_PAGE, left)
            page = self._rows(
                f"SELECT {COLUMNS} FROM lessonboard.events WHERE {where} AND position > %s "
                "ORDER BY position LIMIT %s",
                *values, after, size,
            )  # fmt: skip
            yield from page
            if len(page) < size:
                return
            after = page[-1][0]
            left = None if left is None else left - size


class _Began(NamedTuple):
    """The head of the log and its clock when a transaction began to hold it."""

    head: int
    clock: int


def _begin(connection: psycopg.Connection, timeout: float | None) -> _Began:
    """Begin a transaction that holds the end of the chain, in one message."""
    wait = "" if timeout is None else f"SET LOCAL lock_timeout = {int(timeout * 1000)}; "
    cursor = connection.execute(
        f"BEGIN; {wait}SELECT lessonboard.begin_write(), lessonboard.clock()".encode()
    )
    while cursor.nextset():
        pass
    head, clock = cursor.fetchall()[0]
    return _Began(head, clock)
