"""Erasing payloads from the log; the caller rewrites the file and rebuilds the projections."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import orjson

from blackboard.citations import cited_as
from blackboard.errors import BoardBusy
from blackboard.event import NewEvent

FORGOTTEN = "payload.forgotten"


def cited_by(connection: sqlite3.Connection, event_id: str) -> list[str]:
    """The event and those that cite it in their payload, directly or through others.

    A lesson quotes its evidence word for word and names the event it comes from, so erasing
    the one without the other would leave the text on the board.
    """
    found, waiting = [event_id], [event_id]
    while waiting:
        for name in _names(connection, waiting.pop()):
            rows = connection.execute(
                "SELECT id FROM events WHERE type <> ? AND instr(payload, ?) > 0 ORDER BY position",
                (FORGOTTEN, name),
            )
            news = [row[0] for row in rows if row[0] not in found]
            found += news
            waiting += news
    return found


def _names(connection: sqlite3.Connection, event_id: str) -> list[str]:
    type_, payload = connection.execute(
        "SELECT type, payload FROM events WHERE id = ?", (event_id,)
    ).fetchone()
    return cited_as(event_id, type_, orjson.loads(payload) if payload else None)


def announce(event_ids: Sequence[str], reason: str, actor: str) -> list[NewEvent]:
    """The events that say what is forgotten and why."""
    from blackboard.events.board import PayloadForgotten  # the models are for writers alone
    from blackboard.events.payload import new

    first = event_ids[0]
    return [
        new(
            PayloadForgotten(event_id=event_id, reason=reason, because_of=first),
            stream=f"forgotten:{event_id}",
            actor=actor,
        )
        for event_id in event_ids
    ]


def erase(connection: sqlite3.Connection, event_ids: Sequence[str]) -> None:
    """Set the payloads to NULL, and drop every projection that may hold their text."""
    connection.executemany(
        "UPDATE events SET payload = NULL WHERE id = ? AND payload IS NOT NULL",
        [(event_id,) for event_id in event_ids],
    )
    for name in _projection_tables(connection):
        connection.execute(f'DROP TABLE IF EXISTS "{name}"')
    connection.execute("DELETE FROM checkpoints WHERE name LIKE 'view:%'")


def rewrite(connection: sqlite3.Connection, path: str) -> None:
    """Leave no trace of erased bytes in free pages or in the write-ahead log.

    Raises:
        BoardBusy: another connection still reads the file as it was.
    """
    connection.execute("VACUUM")
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise BoardBusy(
            f"the payload is forgotten, but another program still reads {path} as it was, so its "
            "bytes may be left on disk; close that program and forget again"
        )


def _projection_tables(connection: sqlite3.Connection) -> list[str]:
    """Every table that no migration made; virtual ones first, they take theirs along."""
    rows = connection.execute(
        """
        SELECT name FROM sqlite_master
        WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
          AND name NOT IN ('events', 'checkpoints', 'imported_files', 'leases')
        ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC
        """
    )
    return [row[0] for row in rows]
