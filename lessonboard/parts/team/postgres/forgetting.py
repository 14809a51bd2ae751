"""Forgetting on a team's log: what cites what, and erasing it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Any

import psycopg

from blackboard.citations import RECORDS_OF_FORGETTING, Reach, Record, payload_in, search
from blackboard.errors import NotFound
from blackboard.log import Progress, Tell
from blackboard.storage.forgetting_order import Append, Order, announcements

_WINDOW = 10_000
_RECORDS = (
    "SELECT id, type, payload FROM lessonboard.events WHERE position > %s AND position <= %s "
    "AND type <> ALL (%s) AND payload IS NOT NULL ORDER BY position"
)


def reach(
    connection: psycopg.Connection, event_ids: Collection[str], progress: Progress | None
) -> Reach:
    """See `Log.reach`."""
    found = Reach()
    found.head = _head(connection)
    for event_id in event_ids:
        row = connection.execute(
            "SELECT type, payload FROM lessonboard.events WHERE id = %s", (event_id,)
        ).fetchone()
        if row is None:
            raise NotFound(f"there is no event {event_id!r} on this board")
        found.add(event_id, row[0], payload_in(row[1]))
    search(found, partial(_records, connection, 0, found.head, progress))
    return found


def erase(connection: psycopg.Connection, order: Order, append: Append, tell: Tell) -> list[str]:
    """Announce and erase, inside a transaction; the ids of the events that had a payload."""
    tell("Erasing the text")
    _extend(connection, order)
    event_ids = _remaining(connection, list(order.reach.because_of))
    append(list(announcements(order, event_ids)))
    connection.execute("SELECT lessonboard.erase(%s)", (event_ids,))
    return event_ids


def _extend(connection: psycopg.Connection, order: Order) -> None:
    """Bring a reach up to the log's head, with all events of the streams that are closed."""
    found = order.reach
    before = len(found.because_of)
    for event_id, type_, text in connection.execute(
        "SELECT id, type, payload FROM lessonboard.events "
        "WHERE stream = ANY (%s) AND payload IS NOT NULL ORDER BY position",
        (list(order.closing),),
    ):
        found.add(event_id, type_, payload_in(text))
    since, found.head = found.head, _head(connection)
    has_grown = found.grow(_records(connection, since, found.head, None))
    if has_grown or len(found.because_of) > before:  # what is older may cite what is new
        search(found, partial(_records, connection, 0, found.head, None))


def _records(
    connection: psycopg.Connection, after: int, head: int, progress: Progress | None
) -> Iterator[Record]:
    """The events that may cite others, window by window, so that memory is flat."""
    for start in range(after, head, _WINDOW):
        end = min(start + _WINDOW, head)
        yield from connection.execute(_RECORDS, (start, end, list(RECORDS_OF_FORGETTING)))
        if progress is not None:
            progress(end)


def _remaining(connection: psycopg.Connection, event_ids: list[str]) -> list[str]:
    """Those events whose payload is still there, in the order given."""
    rows: Iterable[tuple[Any, ...]] = connection.execute(
        "SELECT id FROM lessonboard.events WHERE id = ANY (%s) AND payload IS NOT NULL",
        (event_ids,),
    )
    there = {row[0] for row in rows}
    return [each for each in event_ids if each in there]


def _head(connection: psycopg.Connection) -> int:
    row = connection.execute("SELECT position FROM lessonboard.head").fetchone()
    return int(row[0]) if row else 0
