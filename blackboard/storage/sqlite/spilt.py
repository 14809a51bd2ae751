"""Taking in what hooks spilt (`spill.py`) while the board was busy."""

from __future__ import annotations

import os

import orjson

from blackboard import chain
from blackboard.errors import InvalidEvent
from blackboard.event import NewEvent
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.spill import Spilt, has_spilt, refused_path


def ingest(log: SqliteLog) -> None:
    """Append what waits beside the board; ids make it harmless to be interrupted.

    Inside a transaction it is left for later, for what is taken back then would be lost. The
    file is emptied only after the commit. Lines that hold no event are kept aside, not thrown
    away.
    """
    if log.path is None or log.read_only or log.transactions.active or not has_spilt(str(log.path)):
        return
    try:
        spilt = Spilt(str(log.path))
    except OSError:
        return  # whoever may not read it leaves it to its owner
    try:
        with log.transaction():
            refused = _append(log, spilt.lines())
        _keep(refused_path(str(log.path)), refused)
        spilt.empty()
    finally:
        spilt.close()


def _append(log: SqliteLog, lines: list[bytes]) -> list[bytes]:
    """Append the events and return the lines that hold none."""
    events, refused = [], []
    for line in lines:
        try:
            events.append(_event(orjson.loads(line)))
        except (orjson.JSONDecodeError, InvalidEvent):
            refused.append(line)
    log.append(events)
    return refused


def _event(told: object) -> NewEvent:
    """The event of a line.

    Raises:
        InvalidEvent: it holds none, or one that could not be appended.
    """
    match told:
        case {
            "type": str(type_), "stream": str(stream), "payload": dict(payload),
            "actor": str(actor), "occurred_at": int(at), "id": str(id_), **rest,
        }:  # fmt: skip
            project = rest.get("project")
        case _:
            raise InvalidEvent("a line that was spilt is no event")
    if not id_ or not isinstance(project, str | None):
        raise InvalidEvent("an event that was spilt has no id, or no name for its project")
    event = NewEvent(type_, stream, payload, project=project, actor=actor, occurred_at=at, id=id_)
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
