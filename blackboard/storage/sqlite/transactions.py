"""Who may write, and when: one transaction at a time among all threads and processes."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from blackboard.errors import BoardBusy, BoardError, BoardReadOnly
from blackboard.file_lock import FileLock
from blackboard.storage.sqlite.connection import HeldConnection, ours


class Transactions:
    """The write transactions of one connection; `thread` also guards its reads."""

    def __init__(
        self,
        connection: HeldConnection,
        path: Path | None,
        lock: FileLock | None,
        *,
        read_only: bool,
    ) -> None:
        self.thread = threading.RLock()
        self._connection = connection
        self._path = path
        self._lock = lock
        self._read_only = read_only
        self._depth = 0

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what happens inside, or take it back; inside another one, as a part of it."""
        with self.thread:
            if self._depth:
                with self._savepoint():
                    yield
                return
            if self._read_only:
                raise BoardReadOnly(str(self._path))
            # One function rather than three context managers: an append of one event is short.
            self._acquire()
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield
                self._connection.refuse_replaced()
                self._connection.execute("COMMIT")
            except sqlite3.Error as error:
                self._roll_back("ROLLBACK")
                raise ours(error, self._path) from error
            except BaseException:
                self._roll_back("ROLLBACK")
                raise
            finally:
                self._release()

    @contextmanager
    def joined(self) -> Iterator[None]:
        """Like `transaction`, but as a part of another one without a savepoint of its own.

        For a single statement, which SQLite carries out or not as a whole.
        """
        with self.thread:
            if self._depth:
                yield
                return
            with self.transaction():
                yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read from one snapshot until leaving, whatever is written meanwhile.

        Without it a thread that shares the connection would see the half of another one's
        transaction, and two statements might see two states of the file.
        """
        with self.thread:
            if self._connection.in_transaction:  # a part of that
                yield
                return
            self._connection.execute("BEGIN")
            try:
                yield
            except BaseException:
                self._roll_back("ROLLBACK")
                raise
            self._connection.execute("COMMIT")  # temporary tables stay
            self._connection.refuse_changed()

    @contextmanager
    def exclusive(self, *, wait: bool = True) -> Iterator[None]:
        """Keep all others from writing, without a transaction of one's own.

        Raises:
            BoardBusy: others write, and waiting was not asked for.
        """
        with self.thread:
            if not wait and self._lock is not None and not self._lock.try_acquire():
                raise BoardBusy(f"{self._path} is being written by another program")
            self._acquire()
            try:
                self._connection.refuse_replaced()
                yield
            finally:
                self._release()

    @property
    def active(self) -> bool:
        """Whether a transaction is under way, of whichever thread."""
        return self._depth > 0

    def refuse_inside(self, reason: str) -> None:
        """Refuse what cannot be a part of a transaction.

        Raises:
            BoardError: a transaction is under way.
        """
        if self._depth:
            raise BoardError(f"{reason} and cannot be part of a transaction")

    def close(self) -> None:
        """Give the lock's file back."""
        if self._lock is not None:
            self._lock.close()

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        self._depth += 1
        name = f"inner_{self._depth}"
        self._connection.execute(f"SAVEPOINT {name}")
        try:
            yield
        except BaseException:
            self._roll_back(f"ROLLBACK TO {name}")
            raise
        finally:
            self._depth -= 1
            if self._connection.in_transaction:
                self._connection.execute(f"RELEASE {name}")

    def _acquire(self) -> None:
        if self._lock is not None:
            self._lock.acquire()
        self._depth = 1

    def _release(self) -> None:
        self._depth = 0
        if self._lock is not None:
            self._lock.release()

    def _roll_back(self, statement: str) -> None:
        with suppress(sqlite3.ProgrammingError):  # the connection was closed meanwhile
            if self._connection.in_transaction:  # a full disk makes SQLite roll back by itself
                self._connection.execute(statement)
