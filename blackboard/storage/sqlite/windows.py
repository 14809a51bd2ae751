"""Reading the log for a projection: a window of positions, the types that it folds, in order."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

from blackboard.event import Event
from blackboard.events import VERSIONS, current

COLUMNS = ", ".join(Event._fields)
"""The columns of an event's row, as `newest` takes them."""


def events_between(
    connection: sqlite3.Connection, types: Sequence[str], start: int, end: int
) -> Iterator[Event]:
    """The events of some types after a position, up to another one, that were not forgotten.

    Payloads come in their newest version.
    """
    marks = ", ".join("?" * len(types))
    # The unary plus keeps SQLite on the range of positions, in order and without sorting.
    rows: Iterable[tuple[Any, ...]] = connection.execute(
        f"SELECT {COLUMNS} FROM events "
        f"WHERE position > ? AND position <= ? AND +type IN ({marks}) "
        "AND payload IS NOT NULL ORDER BY position",
        (start, end, *types),
    )
    return newest(rows)


def newest(rows: Iterable[tuple[Any, ...]]) -> Iterator[Event]:
    """Events from rows with a payload, which is read and lifted to its newest version."""
    for *envelope, payload, payload_sha256, digest in rows:
        event = Event._make((*envelope, orjson.loads(payload), payload_sha256, digest))
        if event.schema == VERSIONS[event.type]:
            yield event
        elif (lifted := current(event)) is not None:
            yield event._replace(payload=lifted)
