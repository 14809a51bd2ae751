"""The log as it was: every read ends at a position."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import takewhile
from pathlib import Path

from blackboard.errors import BoardError, NotFound
from blackboard.event import Event, StoredEvent, micros
from blackboard.log import Log, Progress, Verification
from blackboard.storage.sqlite import verification
from blackboard.storage.sqlite.log import SqliteLog


class PastLog(SqliteLog):
    """A log that ends at a position; it can only be read."""

    def __init__(self, path: Path, position: int) -> None:
        super().__init__(path, read_only=True)
        self._last = position

    def head(self) -> int:
        """See `Log.head`."""
        return min(self._last, super().head())

    def version(self, stream: str) -> int:
        """See `Log.version`."""
        return max((event.version for event in self.read(stream=stream)), default=0)

    def position_at(self, recorded_at: int) -> int:
        """See `Log.position_at`."""
        return min(self._last, super().position_at(recorded_at))

    def verify(self, progress: Progress | None = None) -> Verification:
        """See `Log.verify`."""
        return verification.verify(self.connection, progress, self._last)

    def get(self, event_id: str) -> Event:
        """See `Log.get`."""
        event = super().get(event_id)
        if event.position > self._last:
            raise NotFound(f"there was no event {event_id!r} on this board yet")
        return event

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
        end = self._last if until is None else min(until, self._last)
        return super().read(
            after, until=end, stream=stream, types=types, projects=projects, limit=limit
        )

    def stored(self, after: int = 0, *, limit: int | None = None) -> Iterator[StoredEvent]:
        """See `Log.stored`."""
        found = super().stored(after, limit=limit)
        return takewhile(lambda event: event.position <= self._last, found)


def open_past(log: SqliteLog, moment: int | str) -> PastLog:
    """The log as it was at a moment; see `position_of`.

    Raises:
        BoardError: the moment cannot be read, or the log is in memory.
    """
    if log.path is None:
        raise BoardError("a board in memory has no past to open")
    return PastLog(log.path, position_of(log, moment))


def position_of(log: Log, moment: int | str) -> int:
    """The position of a moment: itself, or that of an ISO 8601 time of recording.

    Raises:
        BoardError: it is neither.
    """
    if isinstance(moment, int) or re.fullmatch(r"\d+", moment):
        return min(int(moment), log.head())
    try:
        return log.position_at(micros(moment))
    except ValueError as error:
        raise BoardError(
            f"{moment!r} is neither a position nor an ISO 8601 time such as 2026-03-01T12:00Z"
        ) from error
