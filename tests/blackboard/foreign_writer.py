"""Another program that writes to a board's file: a sound chain, and whatever payloads it likes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from blackboard import ids
from blackboard.board import Board
from blackboard.events.catalogue import BY_TYPE
from blackboard.storage.sqlite.tail import INSERT, Tail
from tests.blackboard.payload_samples import SCHEMAS, TEXTS, VALID, invalid
from tests.inside import connection_of

PROJECT = "/src/app"


class Written(NamedTuple):
    """An event of that program, with its payload as the text that is stored."""

    type: str
    stream: str
    text: str
    schema: int


def append(board: Board, events: Iterable[Written]) -> list[str]:
    """Append events as they are, whatever a check would say; returns their ids."""
    connection, events = connection_of(board), list(events)
    written: list[Any] = []
    with board.transaction():
        start = board.log.head()
        tail = Tail(connection, "", board.log.now())
        tail.look_up({event.stream for event in events}, [])
        for number, event in enumerate(events, start):
            name = ids.derived("foreign", str(number))
            written.append(
                tail.row(
                    name, event.stream, event.type, event.text.encode(),
                    schema=event.schema, project=PROJECT, actor="stranger", occurred_at=None,
                    causation=None, correlation=None,
                )
            )  # fmt: skip
        connection.executemany(INSERT, written)
    return [row[1] for row in written]


def valid(type_: str) -> list[Written]:
    """The samples of a type."""
    return [_written(type_, payload) for payload in VALID[type_]]


def broken(type_: str) -> Iterator[Written]:
    """All variants of a type's payload that have a fault, and texts that are no payload."""
    for payload in invalid(VALID[type_][0]):
        yield _written(type_, payload)
    for text in TEXTS:
        yield Written(type_, _stream(type_), text, SCHEMAS[type_])
    for schema in (0, 1, 99):
        yield Written(type_, _stream(type_), '{"session": [], "input": "x"}', schema)


def some_broken(seed: int, each: int | None) -> list[Written]:
    """So many variants of each type, by chance, or all."""
    chance = random.Random(seed)
    found = []
    for type_ in VALID:
        variants = list(broken(type_))
        chance.shuffle(variants)
        found += variants[:each]
    chance.shuffle(found)
    return found


def _written(type_: str, payload: Any) -> Written:
    return Written(type_, _stream(type_), json.dumps(payload), SCHEMAS[type_])


def _stream(type_: str) -> str:
    payload = BY_TYPE[type_].model_construct(**VALID[type_][0])
    try:
        return payload.stream_in(PROJECT)
    except (AttributeError, NotImplementedError):
        return f"stream:{type_}"
