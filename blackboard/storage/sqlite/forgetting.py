"""Forgetting in a file: what cites what, erasing it, and rewriting the file without it."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from blackboard.citations import RECORDS_OF_FORGETTING, Reach, Record, payload_in, search
from blackboard.errors import BoardBusy, BoardError, NotFound
from blackboard.log import Progress, Tell
from blackboard.storage.forgetting_order import Append, Order, announcements
from blackboard.storage.sqlite.chunks import chunks, marks
from blackboard.storage.sqlite.projection import Erased
from blackboard.storage.sqlite.tail import REWRITE_DUE

_WINDOW = 10_000
BULK = ("message.recorded", "tool.called")
"""The types that make up nearly all of a log; what cites something is mostly of another type."""

_REWRITE, _EMPTY_LOG = 1, 2
"""What is pending: all of it, or only to empty the write-ahead log."""


def reach(
    connection: sqlite3.Connection, event_ids: Iterable[str], progress: Progress | None
) -> Reach:
    """See `Log.reach`."""
    found = Reach()
    for event_id in event_ids:
        row = connection.execute(
            "SELECT type, payload FROM events WHERE id = ?", (event_id,)
        ).fetchone()
        if row is None:
            raise NotFound(f"there is no event {event_id!r} on this board")
        found.add(event_id, row[0], payload_in(row[1]))
    found.head = _head(connection)
    _search(connection, found, progress)
    return found


def erase(connection: sqlite3.Connection, order: Order, append: Append, tell: Tell) -> list[str]:
    """Announce and erase, inside a transaction; the ids of the events that had a payload."""
    tell("Erasing the text")
    _extend(connection, order)
    event_ids = remaining(connection, order.reach.because_of)
    for batch in chunks(announcements(order, event_ids)):
        append(batch)
    if event_ids:
        erase_payloads(connection, event_ids, tell)
    return event_ids


def erase_payloads(connection: sqlite3.Connection, event_ids: Collection[str], tell: Tell) -> None:
    """Erase what was announced before, from the events and all that was made of them."""
    from blackboard.storage.sqlite import projected  # it knows all views

    erased = _about(connection, event_ids)
    _delete_securely(connection)
    with projected.forgetting(connection, erased):
        connection.executemany(
            "UPDATE events SET payload = NULL WHERE id = ?", [(each,) for each in event_ids]
        )
        tell("Rebuilding what was made of it")
    _remember(connection, _REWRITE)


def finish(connection: sqlite3.Connection, path: str, tell: Tell) -> None:
    """Rewrite the file where erased bytes may still be in it; outside of any transaction.

    What an earlier forgetting left, because another program read the file or the disk was full,
    is finished too.

    Raises:
        BoardBusy: another connection still reads the file as it was.
    """
    from blackboard.storage.sqlite import passage_removal  # it knows all views

    pending = _pending(connection)
    if pending == _REWRITE:
        tell("Rewriting the file without it")
        _delete_securely(connection)
        passage_removal.merge(connection)
        # VACUUM writes the whole file into the write-ahead log; emptied first, it needs less room.
        _empty_log(connection, path)
        connection.execute("VACUUM")
        _remember(connection, _EMPTY_LOG)
    if pending is not None:
        _empty_log(connection, path)
        connection.execute("DELETE FROM checkpoints WHERE name = ?", (REWRITE_DUE,))


def _empty_log(connection: sqlite3.Connection, path: str) -> None:
    is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise BoardBusy(
            f"the text is forgotten, but another program still reads {path} as it was, so its "
            "bytes may be left on disk; close that program and run the same command again"
        )


def _delete_securely(connection: sqlite3.Connection) -> None:
    """Have SQLite overwrite what it deletes, which otherwise depends on how it was compiled."""
    (is_on,) = connection.execute("PRAGMA secure_delete = ON").fetchone()
    if not is_on:
        raise BoardError("this SQLite does not overwrite what it deletes; nothing was erased")


def _remember(connection: sqlite3.Connection, pending: int) -> None:
    connection.execute("REPLACE INTO checkpoints VALUES (?, 1, ?)", (REWRITE_DUE, pending))


def _pending(connection: sqlite3.Connection) -> int | None:
    rows = connection.execute(
        "SELECT position FROM main.checkpoints WHERE name = ?", (REWRITE_DUE,)
    )
    return next((pending for (pending,) in rows.fetchall()), None)


def small_types(connection: sqlite3.Connection) -> list[str]:
    """The types of the events that can be forgotten, but those that make up the bulk.

    Found by one look into the index for each.
    """
    rows = connection.execute(
        """
        WITH RECURSIVE found (type) AS (
            SELECT MIN(type) FROM events
            UNION ALL
            SELECT (SELECT MIN(type) FROM events WHERE type > found.type)
            FROM found WHERE found.type IS NOT NULL
        )
        SELECT type FROM found WHERE type IS NOT NULL
        """
    )
    return [type_ for (type_,) in rows if type_ not in (*BULK, *RECORDS_OF_FORGETTING)]


def is_rewrite_due(connection: sqlite3.Connection) -> bool:
    """Whether erased bytes may still be in the file, because rewriting it did not succeed."""
    return _pending(connection) is not None


def _extend(connection: sqlite3.Connection, order: Order) -> None:
    """Bring a reach up to the log's head, with all events of the streams that are closed."""
    found = order.reach
    before = len(found.because_of)
    for stream in order.closing:
        rows = connection.execute(
            "SELECT id, type, payload FROM events WHERE stream = ? AND payload IS NOT NULL",
            (stream,),
        )
        for event_id, type_, text in rows:
            found.add(event_id, type_, payload_in(text))
    since, found.head = found.head, _head(connection)
    has_grown = found.grow(_window(connection, since, found.head))
    if has_grown or len(found.because_of) > before:  # what is older may cite what is new
        _search(connection, found, None)


def remaining(connection: sqlite3.Connection, event_ids: Iterable[str]) -> list[str]:
    """Those events whose payload is still there, in the order given."""
    found: list[str] = []
    for chunk in chunks(event_ids):
        rows = connection.execute(
            f"SELECT id FROM events WHERE id IN ({marks(chunk)}) AND payload IS NOT NULL", chunk
        )
        there = {event_id for (event_id,) in rows}
        found += [event_id for event_id in chunk if event_id in there]
    return found


def _search(connection: sqlite3.Connection, found: Reach, progress: Progress | None) -> None:
    search(found, partial(_of_few, connection), partial(_of_all, connection, found.head, progress))


def _of_few(connection: sqlite3.Connection) -> Iterable[Record]:
    """All events but those of the types that make up the bulk, by the index of types."""
    types = small_types(connection)
    return connection.execute(
        "SELECT id, type, payload FROM events "
        f"WHERE type IN ({marks(types)}) AND payload IS NOT NULL",
        types,
    )


def _of_all(
    connection: sqlite3.Connection, head: int, progress: Progress | None
) -> Iterator[Record]:
    """All events in order, window by window, so that memory is flat and no reader lasts."""
    for start in range(0, head, _WINDOW):
        end = min(start + _WINDOW, head)
        yield from _window(connection, start, end)
        if progress is not None:
            progress(end)


def _window(connection: sqlite3.Connection, start: int, end: int) -> list[Record]:
    # The unary plus keeps SQLite on the range of positions, in order and without sorting.
    rows: list[Record] = connection.execute(
        "SELECT id, type, payload FROM events WHERE position > ? AND position <= ? "
        "AND +type NOT IN (?, ?) AND payload IS NOT NULL ORDER BY position",
        (start, end, *RECORDS_OF_FORGETTING),
    ).fetchall()
    return rows


def _about(connection: sqlite3.Connection, event_ids: Iterable[str]) -> Erased:
    """What projections must know of events to take them out."""
    types: set[str] = set()
    streams: set[str] = set()
    positions: list[int] = []
    for chunk in chunks(event_ids):
        for position, type_, stream in connection.execute(
            f"SELECT position, type, stream FROM events WHERE id IN ({marks(chunk)})", chunk
        ):
            types.add(type_)
            streams.add(stream)
            positions.append(position)
    return Erased(frozenset(types), sorted(streams), sorted(positions))


def _head(connection: sqlite3.Connection) -> int:
    (head,) = connection.execute("SELECT COALESCE(MAX(position), 0) FROM events").fetchone()
    return int(head)
