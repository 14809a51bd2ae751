"""A log elsewhere as its copy shows it: what is read comes from here, what is agreed from there."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

from blackboard.citations import Reach
from blackboard.condition import Condition
from blackboard.errors import LogUnreachable, NotFound
from blackboard.event import Event, NewEvent, StoredEvent
from blackboard.log import Log, Progress, Tell, Verification, ignore
from blackboard.storage.ingestion import send
from blackboard.storage.sqlite import following
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog

_NAP = 1.0
"""Seconds between two attempts to hear news from a log that does not answer."""


class FollowedLog:
    """Fulfils `Log`: reads go on without the other log, as far as the copy has come.

    Args:
        copy: the file that holds it here.
        remote: the log elsewhere, to which events are appended.
        seen: called with the position that the copy has come to.
    """

    def __init__(self, copy: SqliteLog, remote: Log, seen: Callable[[int], None]) -> None:
        #: whether the log elsewhere did not answer when it was last asked
        self.offline = False
        self._copy = copy
        self._remote = remote
        self._seen = seen

    def follow(self, progress: Progress | None = None) -> None:
        """Copy what the other log has more; where it does not answer, the copy stays as it is.

        Raises:
            LogUnreachable: in a transaction, for what is decided there needs all of it.
        """
        try:
            with wrap_errors(self._copy.path):
                if following.follow(self._copy, self._remote, progress):
                    self._seen(self._copy.head())
            self.offline = False
        except LogUnreachable:
            if self._copy.transactions.active:
                raise
            self.offline = True

    def receive(self, events: Sequence[Event]) -> None:
        """Take in what was appended just now, which need not be asked for again."""
        with wrap_errors(self._copy.path):
            following.receive_own(self._copy, events)

    def behind(self) -> int:
        """How many events the other log has more, as far as is known."""
        try:
            return self._remote.head() - self._copy.head()
        except LogUnreachable:
            return 0

    def send_outbox(self) -> None:
        """Append what hooks left beside the copy; it stays there where the log does not answer."""
        try:
            send(str(self._copy.path), self._remote)
        except LogUnreachable:
            self.offline = True

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """See `Log.transaction`: the copy commits after the other log, never before."""
        with self._copy.transaction(), self._remote.transaction():
            yield

    def append(
        self,
        events: Sequence[NewEvent],
        *,
        expected_version: int | None = None,
        payloads: Sequence[bytes] | None = None,
    ) -> list[Event]:
        """See `Log.append`; raises LogUnreachable where the log does not answer."""
        return self._remote.append(events, expected_version=expected_version, payloads=payloads)

    def append_if(
        self, events: Sequence[NewEvent], condition: Condition, ending: Collection[str] = ()
    ) -> list[Event]:
        """See `Log.append_if`; raises LogUnreachable where the log does not answer."""
        return self._remote.append_if(events, condition, ending)

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
        """See `Log.read`."""
        self.follow()
        return self._copy.read(
            after, until=until, stream=stream, types=types, projects=projects, limit=limit
        )

    def get(self, event_id: str) -> Event:
        """See `Log.get`; what is here is not asked for there."""
        try:
            return self._copy.get(event_id)
        except NotFound:
            self.follow()
            return self._copy.get(event_id)

    def head(self) -> int:
        """See `Log.head`."""
        self.follow()
        return self._copy.head()

    def version(self, stream: str) -> int:
        """See `Log.version`."""
        self.follow()
        return self._copy.version(stream)

    def position_at(self, recorded_at: int) -> int:
        """See `Log.position_at`."""
        self.follow()
        return self._copy.position_at(recorded_at)

    def wait(self, after: int, timeout: float) -> int:
        """See `Log.wait`; without an answer it rests, and looks into the copy again."""
        deadline = time.monotonic() + timeout
        while True:
            left = max(0.0, deadline - time.monotonic())
            try:
                head = self._remote.wait(after, left)
            except LogUnreachable:
                time.sleep(min(_NAP, left))
                head = self._copy.head()
            if head > after or time.monotonic() >= deadline:
                return head

    def verify(self, progress: Progress | None = None) -> Verification:
        """See `Log.verify`: where the log is, for what is here was verified when it came."""
        return self._remote.verify(progress)

    def reach(self, event_ids: Collection[str], progress: Progress | None = None) -> Reach:
        """See `Log.reach`."""
        self.follow()
        return self._copy.reach(event_ids, progress)

    def forget(
        self,
        events: Collection[str] | Reach,
        *,
        reason: str,
        actor: str,
        closing: Collection[str] = (),
        tell: Tell = ignore,
    ) -> list[str]:
        """See `Log.forget`: there, and here when the news of it arrive."""
        return self._remote.forget(events, reason=reason, actor=actor, closing=closing, tell=tell)

    def stored(self, after: int = 0, *, limit: int | None = None) -> Iterator[StoredEvent]:
        """See `Log.stored`."""
        self.follow()
        return self._copy.stored(after, limit=limit)

    def now(self) -> int:
        """See `Log.now`."""
        return self._remote.now()

    def lease(self, items: Collection[str], holder: str, expires_at: int) -> None:
        """See `Log.lease`."""
        self._remote.lease(items, holder, expires_at)

    def end_lease(self, items: Collection[str]) -> None:
        """See `Log.end_lease`."""
        self._remote.end_lease(items)

    def leases(self, items: Collection[str]) -> dict[str, int]:
        """See `Log.leases`."""
        return self._remote.leases(items)

    def reader_position(self, name: str) -> int:
        """See `Log.reader_position`."""
        return self._remote.reader_position(name)

    def remember_reader(self, name: str, position: int) -> None:
        """See `Log.remember_reader`."""
        self._remote.remember_reader(name, position)

    def close(self) -> None:
        """See `Log.close`."""
        self._remote.close()
