"""Ingesting the outbox: appending what hooks could not, once and in order.

Where the log is elsewhere, the lines are moved to a second file first, so that no hook waits for a
network; what is there stays until the log has it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import orjson

from blackboard import chain
from blackboard.errors import InvalidEvent
from blackboard.event import Event, NewEvent
from blackboard.file_lock import FileLock
from blackboard.log import Log
from blackboard.piecewise import piecewise
from blackboard.storage.outbox import Outbox, is_waiting, refused_path, sending_path


def ingest(board: str, log: Log) -> None:
    """Append what waits beside a board; ids make it harmless to be interrupted.

    Not inside a transaction, since what is rolled back then would be lost: the file is emptied only
    after the commit. Lines that hold no event are kept aside, not thrown away.
    """
    if not is_waiting(board):
        return
    try:
        outbox = Outbox(board)
    except OSError:
        return  # without the right to read it, leave it to its owner
    try:
        with log.transaction():
            refused = _append(log, outbox.lines())
        _keep(refused_path(board), refused)
        outbox.empty()
    finally:
        outbox.close()


def send(board: str, log: Log) -> None:
    """Append what waits beside a copy to the log elsewhere, unless another process does so.

    Raises:
        LogUnreachable: the server does not answer; what waits stays there.
    """
    path = sending_path(board)
    if not is_waiting(board) and not os.path.exists(path):
        return
    lock = FileLock(f"{path}.lock")
    try:
        if lock.try_acquire():
            _move(board, path)
            _send(path, board, log)
    finally:
        lock.close()


def _move(board: str, path: str) -> None:
    """Add the outbox's lines to those that are being sent, and empty it.

    Killed between the two, they are sent twice, which their ids make harmless.
    """
    if not is_waiting(board):
        return
    try:
        outbox = Outbox(board)
    except OSError:
        return  # as in `ingest`
    try:
        _keep(path, outbox.lines())
        outbox.empty()
    finally:
        outbox.close()


def _send(path: str, board: str, log: Log) -> None:
    try:
        with open(path, "rb") as file:
            lines = [line for line in file.read().split(b"\n") if line.strip()]
    except FileNotFoundError:
        return
    with log.transaction():
        refused = _append(log, lines)
    _keep(refused_path(board), refused)
    os.unlink(path)


def _append(log: Log, lines: list[bytes]) -> list[bytes]:
    """Append the events and return the lines that hold none, or one that the log refuses."""
    refused: list[bytes] = []

    def append(some: Sequence[bytes]) -> list[Event]:
        with log.transaction():
            return log.append([_event(orjson.loads(line)) for line in some])

    piecewise(append, lines, lambda line, _error: refused.append(line))
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
