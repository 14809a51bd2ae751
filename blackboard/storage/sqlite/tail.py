"""The end of a log: where the next event goes, and how it is chained to the last one.

The only place that makes the row of a new event. Light, because the hooks of agents append too.
"""

from __future__ import annotations

from blackboard import ids
from blackboard.digests import GENESIS, link, payload_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

COLUMNS = (
    "position, id, stream, version, type, schema, project, actor, occurred_at, recorded_at, "
    "causation, correlation, payload, payload_sha256, digest"
)
"""The columns of an event's row, in the order of `Event`."""

INSERT = f"INSERT INTO events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
VERSION = "SELECT COALESCE(MAX(version), 0) FROM events WHERE stream = ?"

FOLLOWS = "follows"
"""The checkpoint of a file that follows a log elsewhere; nothing is appended to such a file."""

FOLLOWED = "follows:"
"""The beginning of the name of a checkpoint for a project whose payloads such a file holds.

Without any it holds those of all.
"""

PERSON = "person:"
"""The beginning of the name of a checkpoint for the user as whom such a file follows its log."""

UNFIT = "unfit:"
"""The prefix of a checkpoint's name for an event of such a log that no version of the product can
have written: it is copied without its payload, so that no reader fails on it."""

SWEPT = "sweep"
"""The checkpoint that has the time of the last sweep for transcripts, in place of a position."""

REWRITE_DUE = "forget:rewrite"
"""A checkpoint that stays until the file was rewritten, which may fail after the erasing."""

CLOCK = "clock:"
"""The beginning of the name of a checkpoint at an event that was recorded before the one before it.

Between two of them times of recording never go back.
"""

_LARGEST_STEP_BACK = 60_000_000
"""Microseconds: a clock that is corrected by less keeps the order; one by more was wrong before."""

_TAIL = (
    f"SELECT position, recorded_at, digest, ({VERSION}), "
    "EXISTS (SELECT 1 FROM events WHERE stream IN ({closing})) "
    "FROM events ORDER BY position DESC LIMIT 1"
)
_AT_ONCE = 200
"""Streams or ids that one statement asks about."""


class Tail:
    """The end of a log inside a write transaction.

    Args:
        connection: where the log is.
        stream: the stream of the first event, whose version comes along with the rest.
        now: the time in microseconds; a clock that is put back a little does not put the log back,
            and one that was far ahead does not stamp what comes after.
    """

    def __init__(self, connection: sqlite3.Connection, stream: str, now: int) -> None:
        closing = closing_streams(stream)
        row = connection.execute(
            _TAIL.format(closing=_marks(closing)), (stream, *closing)
        ).fetchone() or (0, 0, GENESIS, 0, 0)
        self._connection = connection
        self._position: int = row[0]
        self._digest: bytes = row[2]
        last, version = row[1], row[3]
        self._now = recording_time(now, last)
        self._goes_back = self._now < last
        #: the versions of the streams that were looked up
        self.versions = {stream: version}
        self._closed: dict[str, bool] = {stream: bool(row[4])}
        self._ids: set[str] = set()
        self._fresh: set[str] = set()

    def look_up(self, streams: set[str], event_ids: list[str]) -> None:
        """Look up the streams and ids of several events together."""
        for names in _lists(sorted(streams - self.versions.keys())):
            self.versions |= dict.fromkeys(names, 0)
            self.versions |= self._connection.execute(
                f"SELECT stream, MAX(version) FROM events WHERE stream IN ({_marks(names)}) "
                "GROUP BY stream",
                names,
            ).fetchall()
            closing = {name: closing_streams(name) for name in names}
            closed = self._found("stream", sorted({each for some in closing.values()
                                                   for each in some}))  # fmt: skip
            self._closed |= {name: not closed.isdisjoint(some) for name, some in closing.items()}
        for ids_ in _lists(event_ids):
            self._ids |= self._found("id", ids_)
        self._fresh = set(event_ids) - self._ids

    def _found(self, column: str, values: list[str]) -> set[str]:
        """Those of some values that events have in a column."""
        found: set[str] = set()
        for some in _lists(values):
            rows = self._connection.execute(
                f"SELECT DISTINCT {column} FROM events WHERE {column} IN ({_marks(some)})", some
            )
            found |= {row[0] for row in rows}
        return found

    def takes(self, event_id: str | None, stream: str) -> bool:
        """Whether an event would be new, on a stream that still takes events."""
        if event_id is not None and (
            event_id in self._ids or (event_id not in self._fresh and self._has(event_id))
        ):
            return False
        if stream not in self._closed:
            self._closed[stream] = is_closed(self._connection, stream)
        return not self._closed[stream]

    def row(
        self,
        id: str | None,
        stream: str,
        type: str,
        payload: bytes,
        *,
        schema: int = 1,
        project: str | None = None,
        actor: str = "",
        occurred_at: int | None = None,
        causation: str | None = None,
        correlation: str | None = None,
    ) -> tuple[Any, ...]:
        """The row of the next event; a text that is empty says nothing and is stored as NULL."""
        self._position += 1
        now = self._now
        if self._goes_back:
            mark_step_back(self._connection, self._position)
            self._goes_back = False
        envelope = (
            self._position, id or ids.fresh(now), stream, self._next_version(stream), type, schema,
            project or None, actor, now if occurred_at is None else occurred_at, now,
            causation or None, correlation or None,
        )  # fmt: skip
        payload_sha256 = payload_hash(payload)
        self._digest = link(self._digest, envelope, payload_sha256)
        self._ids.add(envelope[1])
        return (*envelope, payload.decode(), payload_sha256, self._digest)

    def _next_version(self, stream: str) -> int:
        if stream not in self.versions:
            self.versions[stream] = self._connection.execute(VERSION, (stream,)).fetchone()[0]
        self.versions[stream] += 1
        return self.versions[stream]

    def _has(self, event_id: str) -> bool:
        found = self._connection.execute("SELECT 1 FROM events WHERE id = ?", (event_id,))
        return found.fetchone() is not None


def _lists(values: list[str]) -> list[list[str]]:
    return [values[start : start + _AT_ONCE] for start in range(0, len(values), _AT_ONCE)]


def _marks(values: list[str]) -> str:
    return ", ".join("?" * len(values))


def recording_time(now: int, last: int) -> int:
    """When an event is recorded, given the time and when the last one was recorded.

    >>> recording_time(5_000_000, 6_000_000)
    6000000
    >>> recording_time(5_000_000, 4_000_000_000)
    5000000
    """
    return now if last - now > _LARGEST_STEP_BACK else max(now, last)


def mark_step_back(connection: sqlite3.Connection, position: int) -> None:
    """Remember that the event at a position was recorded before the one before it."""
    connection.execute(
        "REPLACE INTO checkpoints (name, version, position) VALUES (?, 1, ?)",
        (f"{CLOCK}{position}", position),
    )


def closing_streams(stream: str) -> list[str]:
    """The streams on which an event would say that a stream is closed.

    Streams that continue its name after a slash are closed with it: a session's subagents have
    such.

    >>> closing_streams("session:s1/reviewer")
    ['closed:session:s1', 'closed:session:s1/reviewer']
    """
    parts = stream.split("/")
    return [f"closed:{'/'.join(parts[: end + 1])}" for end in range(len(parts))]


def is_closed(connection: sqlite3.Connection, stream: str) -> bool:
    """Whether a stream accepts no further events, because a whole session was forgotten."""
    names = closing_streams(stream)
    found = connection.execute(
        f"SELECT 1 FROM events WHERE stream IN ({_marks(names)}) LIMIT 1", names
    )
    return found.fetchone() is not None
