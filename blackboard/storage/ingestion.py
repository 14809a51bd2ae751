"""Ingesting the outbox: appending what hooks could not, once and in order."""

from __future__ import annotations

import os

import orjson

from blackboard import chain
from blackboard.errors import InvalidEvent
from blackboard.event import NewEvent
from blackboard.log import Log
from blackboard.storage.outbox import Outbox, is_waiting, refused_path


def ingest(board: str, log: Log) -> None:
    """Append what waits beside a board; ids make it harmless to be interrupted.

    Not inside a transaction, for what is taken back then would be lost: the file is emptied only
    after the commit. Lines that hold no event are kept aside, not thrown away.
    """
    if not is_waiting(board):
        return
    try:
        outbox = Outbox(board)
    except OSError:
        return  # whoever may not read it leaves it to its owner
    try:
        with log.transaction():
            refused = _append(log, outbox.lines())
        _keep(refused_path(board), refused)
        outbox.empty()
    finally:
        outbox.close()


def _append(log: Log, lines: list[bytes]) -> list[bytes]:
    """Append the events and return the lines that hold none."""
    events, refused = [], []
    for line in lines:
        try:
            events.append(_event(orjson.loads(line)))
        except (orjson.JSONDecodeError, InvalidEvent):
            refused.append(line)
    log.append(events)
    return refused


def _event(line: object) -> NewEvent:
    """The event of a line.

    Raises:
        InvalidEvent: it holds none, or one that could not be appended.
    """
    match line:
        case {
            "type": str(type_), "stream": str(stream), "payload": dict(payload),
            "actor": str(actor), "occurred_at": int(at), "id": str(id_), **rest,
        }:  # fmt: skip
            project, schema = rest.get("project"), rest.get("schema", 1)
        case _:
            raise InvalidEvent("a line of the outbox is no event")
    if not id_ or not isinstance(project, str | None) or not isinstance(schema, int):
        raise InvalidEvent("an event of the outbox has no id, or no name for its project")
    event = NewEvent(type_, stream, payload, project=project, actor=actor, occurred_at=at, id=id_,
                     schema=schema)  # fmt: skip
    chain.check(event)
    chain.link(
        chain.GENESIS,
        (0, id_, stream, 0, type_, event.schema, project, actor, at, at, None, None),
        b"",
    )
    from blackboard.events.catalogue import check

    check(event.type, event.schema, event.payload)
    return event


def _keep(path: str, lines: list[bytes]) -> None:
    if not lines:
        return
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, b"".join(line + b"\n" for line in lines))
    finally:
        os.close(descriptor)
