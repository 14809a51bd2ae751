"""Appending events to the end of a log, each chained to the one before."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import orjson

from blackboard import chain
from blackboard.condition import Condition, fitting
from blackboard.event import Event, NewEvent
from blackboard.storage.sqlite.tail import INSERT, Tail


def append(
    connection: sqlite3.Connection,
    now: int,
    events: Sequence[NewEvent],
    payloads: Sequence[bytes] | None = None,
    condition: Condition | None = None,
) -> list[Event]:
    """Append those events that are new; the caller holds the transaction.

    Raises:
        Conflict: a stream is at another version than the condition says.
    """
    rows = _rows(connection, now, events, payloads, condition)
    connection.executemany(INSERT, rows)
    return [Event._make((*row[:12], orjson.loads(row[12]), *row[13:])) for row in rows]


def _rows(
    connection: sqlite3.Connection,
    now: int,
    events: Sequence[NewEvent],
    payloads: Sequence[bytes] | None,
    condition: Condition | None,
) -> list[tuple[Any, ...]]:
    """The rows of those events that are new, chained to the last one of the log."""
    chain.check(events[0])  # before its stream is looked up
    tail = Tail(connection, events[0].stream, now)
    if len(events) > 1:
        tail.look_up({each.stream for each in events}, [each.id for each in events if each.id])
    rows = []
    kept = events if condition is None else fitting(events, condition, tail.versions)
    for event, payload in zip(kept, payloads or chain.encode_all(kept), strict=True):
        chain.check(event)
        if not tail.takes(event.id, event.stream):
            continue
        rows.append(
            tail.row(
                event.id, event.stream, event.type, payload,
                schema=event.schema, project=event.project, actor=event.actor,
                occurred_at=event.occurred_at, causation=event.causation,
                correlation=event.correlation,
            )
        )  # fmt: skip
    return rows
