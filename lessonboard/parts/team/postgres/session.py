"""A client's session with the server: its connection, transactions that hold the log, questions."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any, NamedTuple

import psycopg

from lessonboard.parts.team.postgres.connecting import connect, ours
from lessonboard.parts.team.postgres.migrating import refuse_other_formats

_REST = 1.0
"""Seconds in which a server that did not answer is not asked again."""


class Began(NamedTuple):
    """The head of the log and its clock when a transaction began to hold it."""

    head: int
    clock: int


class Session:
    """Connects when it is first asked something, and again when the connection broke.

    One object may be shared by threads, which take turns.

    Args:
        url: `postgresql://...`, as libpq takes it.
        timeout: seconds to wait for others who write; None waits as long as it takes.
    """

    def __init__(self, url: str, *, timeout: float | None = None) -> None:
        self._url = url
        self._timeout = timeout
        self._thread = threading.RLock()
        self._depth = 0
        self._opened: psycopg.Connection | None = None
        self._failed_at = -_REST
        self._began: Began | None = None
        self._leases_to_end: list[str] = []

    def transaction(self) -> AbstractContextManager[None]:
        """See `Log.transaction`; locks the end of the chain against other writers."""
        return self._inner() if self._depth else self._outermost()

    @contextmanager
    def _outermost(self) -> Iterator[None]:
        """A transaction in as few messages as can be, for all others wait while it lasts."""
        with self._using() as connection:
            try:
                self._began = _begin(connection, self._timeout)
                self._depth = 1
                yield
                with connection.pipeline() if self._leases_to_end else nullcontext():
                    self._end_leases()  # in one message with the commit
                    connection.execute("COMMIT")
            except BaseException:
                with suppress(psycopg.Error):  # it reports the broken connection again
                    connection.execute("ROLLBACK")
                raise
            finally:
                self._depth, self._began, self._leases_to_end = 0, None, []

    @contextmanager
    def _inner(self) -> Iterator[None]:
        with self._using() as connection, connection.transaction():
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1

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
        """The only value of an answer."""
        return self._rows(statement, *values)[0][0]

    def _end_leases(self) -> None:
        """End the leases that were left for the commit."""
        if self._leases_to_end and self._opened is not None:
            ending, self._leases_to_end = self._leases_to_end, []
            with ours(self._url):
                self._opened.execute("SELECT lessonboard.end_lease(%s)", (ending,))

    def close(self) -> None:
        """Give back the connection."""
        with self._thread:
            if self._opened is not None:
                self._opened.close()


def _begin(connection: psycopg.Connection, timeout: float | None) -> Began:
    """Begin a transaction that holds the end of the chain, in one message."""
    wait = "" if timeout is None else f"SET LOCAL lock_timeout = {int(timeout * 1000)}; "
    cursor = connection.execute(
        f"BEGIN; {wait}SELECT lessonboard.begin_write(), lessonboard.clock()".encode()
    )
    while cursor.nextset():
        pass
    head, clock = cursor.fetchall()[0]
    return Began(head, clock)
