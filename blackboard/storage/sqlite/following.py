"""Following a log that is elsewhere: its events copied into a local file, and verified on the way.

The copy has the same positions and digests, so views, search and hooks read it like a log of its
own. A payload that was forgotten on the log is erased from the copy when the news arrive.
"""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from blackboard import chain
from blackboard.errors import AlteredLog, AnotherLog
from blackboard.event import StoredEvent
from blackboard.log import Log, Progress, ignore
from blackboard.storage.sqlite.forgetting import erase_payloads, is_rewrite_due, remaining
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.rebuild_lock import rebuilding_alone
from blackboard.storage.sqlite.tail import FOLLOWS, INSERT, mark_step_back

_ERASED_UP_TO = "UPDATE checkpoints SET position = ? WHERE name = ?"
_PAGE = 1_000
"""Events copied in one transaction, so that others wait for the file no longer than for this."""


def is_follower(file: SqliteLog) -> bool:
    """Whether a file was made by following a log elsewhere."""
    found = file.connection.execute("SELECT 1 FROM checkpoints WHERE name = ?", (FOLLOWS,))
    return found.fetchone() is not None


def begin(file: SqliteLog, log: Log) -> None:
    """Let a file follow a log, from its first event or from where it stopped.

    Raises:
        AnotherLog: the file holds events that are not those of this log.
    """
    with file.transaction():  # another process may begin at this very moment
        if not is_follower(file):
            if file.head():
                raise AnotherLog(str(file.path), "it holds events of its own")
            file.connection.execute("INSERT INTO checkpoints VALUES (?, 1, 0)", (FOLLOWS,))
    last = next(file.stored(max(0, file.head() - 1), limit=1), None)
    if last is None:
        return
    theirs = next(log.stored(last.position - 1, limit=1), None)
    if theirs is None or theirs.digest != last.digest:
        raise AnotherLog(str(file.path), f"its event {last.position} is not on the log")


def follow(file: SqliteLog, log: Log, progress: Progress | None = None) -> None:
    """Copy the events that the file lacks; interrupted anywhere, it goes on from there.

    Inside a transaction nothing is erased: rewriting the file has to wait for its end.

    Raises:
        AlteredLog: a digest or a payload is not what the chain says.
    """
    while page := list(log.stored(file.head(), limit=_PAGE)):
        with file.transaction():
            _receive(file, page)
        if progress is not None:
            progress(page[-1].position)
    if not file.transactions.active:
        _erase(file)


def _receive(file: SqliteLog, page: Sequence[StoredEvent]) -> None:
    """Add the events that no other process has added meanwhile."""
    last = next(file.stored(max(0, file.head() - 1), limit=1), None)
    position, digest = (last.position, last.digest) if last else (0, chain.GENESIS)
    before = last.recorded_at if last else 0
    fresh = [event for event in page if event.position > position]
    for event in fresh:
        position += 1
        _verify(event, position, digest)
        digest = event.digest
        if event.recorded_at < before:
            mark_step_back(file.connection, position)
        before = event.recorded_at
    file.connection.executemany(INSERT, fresh)


def _verify(event: StoredEvent, position: int, previous: bytes) -> None:
    if event.position != position:
        raise AlteredLog(position, "it is missing")
    if chain.link(previous, event[:12], event.payload_sha256) != event.digest:
        raise AlteredLog(position, "its envelope or the order was changed")
    is_there = event.payload is not None
    if is_there and chain.payload_hash((event.payload or "").encode()) != event.payload_sha256:
        raise AlteredLog(position, "its payload is not the one that was recorded")


def _erase(file: SqliteLog) -> None:
    """Erase what was forgotten on the log since the last time, and rewrite the file without it."""
    rows = file.connection.execute(
        "SELECT position, payload FROM events WHERE type = 'payload.forgotten' "
        "AND position > (SELECT position FROM checkpoints WHERE name = ?) ORDER BY position",
        (FOLLOWS,),
    ).fetchall()
    if rows:
        named = [orjson.loads(payload)["event_id"] for _, payload in rows if payload]
        with rebuilding_alone(file.path), file.transaction():
            if forgotten := remaining(file.connection, named):
                erase_payloads(file.connection, forgotten, ignore)
            file.connection.execute(_ERASED_UP_TO, (rows[-1][0], FOLLOWS))
    if is_rewrite_due(file.connection):
        file.rewrite()
