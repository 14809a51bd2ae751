"""Events as the server's function takes and gives them."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

import orjson

from blackboard import chain, ids
from blackboard.citations import payload_in
from blackboard.condition import Condition
from blackboard.event import Event, NewEvent
from blackboard.events.upcast import readable

_UNSENDABLE = re.compile("[\0\ud800-\udfff]")


def columns_of(events: Sequence[NewEvent], payloads: Sequence[bytes]) -> tuple[list[Any], ...]:
    """The fields of events, with their payloads as JSON, as the arrays that the server takes."""
    now = time.time_ns() // 1000
    rows = []
    for event, payload in zip(events, payloads, strict=True):
        chain.check(event)
        names = (event.id or ids.fresh(now), event.stream, event.type, event.schema,
                 event.project or None, event.actor, event.occurred_at, event.causation or None,
                 event.correlation or None)  # fmt: skip
        rows.append((*map(_sendable, names), payload.decode()))
    return tuple(map(list, zip(*rows, strict=True)))


_OF_CONDITION = (
    "id", "stream", "type", "schema", "project", "actor", "occurred_at", "causation", "correlation",
    "payload", "expected", "place",
)  # fmt: skip


def conditional_rows(columns: tuple[list[Any], ...], condition: Condition) -> str:
    """Events with the versions that they expect, as JSON: of many, that is sent in less time."""
    places = range(1, len(condition.versions) + 1)
    rows = zip(*columns, condition.versions, places, strict=True)
    return orjson.dumps([dict(zip(_OF_CONDITION, row, strict=True)) for row in rows]).decode()


def _sendable(value: object) -> object:
    """A value as it can be sent: what no text of PostgreSQL can hold becomes a control character.

    The server refuses such an event if it is new, as every log does.
    """
    return _UNSENDABLE.sub("\x01", value) if isinstance(value, str) else value


def appended(columns: tuple[list[Any], ...], row: Sequence[Any]) -> Event:
    """An event that was appended, from what was given and what the server made of it."""
    place, position, version, actor, recorded_at, digest = row
    id_, stream, type_, schema, project, _, occurred_at, causation, correlation, payload = (
        column[place - 1] for column in columns
    )
    return Event(
        position, id_, stream, version, type_, schema, project, actor,
        recorded_at if occurred_at is None else occurred_at, recorded_at, causation, correlation,
        orjson.loads(payload), chain.payload_hash(payload.encode()), bytes(digest),
    )  # fmt: skip


def event_of(row: Sequence[Any]) -> Event:
    """An event from its row, the payload read from its JSON."""
    payload = readable(row[4], row[5], payload_in(row[12]))
    return Event._make((*row[:12], payload, *row[13:]))
