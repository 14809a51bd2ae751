"""Checking the digest chain of a file."""

from __future__ import annotations

import sqlite3

from blackboard import chain
from blackboard.errors import DamagedBoard, InvalidEvent
from blackboard.event import Event
from blackboard.log import Progress, Verification
from blackboard.storage.sqlite import schema_check

_COLUMNS = ", ".join(Event._fields)
_MOST_PROBLEMS = 20
_LAST = 2**63 - 1


def verify(
    connection: sqlite3.Connection, progress: Progress | None, until: int | None = None
) -> Verification:
    """Recompute the chain up to the last event or a position, and check tables and structure."""
    digest, position, holes = chain.GENESIS, 0, 0
    problems: list[str] = []
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM events WHERE position <= ? ORDER BY position",
        (_LAST if until is None else until,),
    )
    for row in rows:
        found = _problems(row, position + 1, digest)
        problems += found
        position, digest = row[0], row[14] or digest
        holes += row[12] is None
        if len(problems) >= _MOST_PROBLEMS:
            break
        if progress is not None and position % 1000 == 0:
            progress(position)
    problems += _unannounced(connection)
    problems += schema_check.problems(connection)
    problems += [f"SQLite finds a fault: {fault}" for fault in structure_problems(connection)]
    return Verification(position, holes, digest.hex(), problems)


def refuse_damaged(connection: sqlite3.Connection, position: int) -> None:
    """Refuse an event that could not be folded if it is not what was recorded.

    Raises:
        DamagedBoard: its payload has another digest.
    """
    row = connection.execute(
        "SELECT payload, payload_sha256 FROM events WHERE position = ?", (position,)
    ).fetchone()
    if chain.payload_hash(row[0].encode()) != row[1]:
        path = connection.execute("PRAGMA database_list").fetchone()[2]
        raise DamagedBoard(path, f"event {position} is not the one that was recorded")


def structure_problems(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with a file's structure, indexes included; quick_check."""
    rows = connection.execute("PRAGMA quick_check(5)").fetchall()
    return [row[0] for row in rows if row[0] != "ok"]


def _unannounced(connection: sqlite3.Connection) -> list[str]:
    """Payloads that are gone without an event that says why."""
    rows = connection.execute(
        "SELECT position, id FROM events e WHERE payload IS NULL AND NOT EXISTS "
        "(SELECT 1 FROM events WHERE stream = 'forgotten:' || e.id) LIMIT ?",
        (_MOST_PROBLEMS,),
    )
    return [
        f"event {position} ({id_}): the payload is gone and nobody forgot it"
        for position, id_ in rows
    ]


def _problems(row: tuple[object, ...], position: int, previous: bytes) -> list[str]:
    found = []
    if row[0] != position:
        found.append(f"position {position} is missing, the next event is at {row[0]}")
    payload, payload_sha256, digest = row[12:15]
    if not isinstance(payload_sha256, bytes):
        return [*found, f"event {row[0]} is damaged: its row cannot be read"]
    if "" in (row[6], row[10], row[11]):
        found.append(f"event {row[0]} ({row[1]}): nothing was turned into an empty text")
    if isinstance(payload, str) and chain.payload_hash(payload.encode()) != payload_sha256:
        found.append(f"event {row[0]} ({row[1]}): the payload is not the one that was recorded")
    if _link(previous, row[:12], payload_sha256) != digest:
        found.append(f"event {row[0]} ({row[1]}): the envelope or the order was changed")
    return found


def _link(previous: bytes, envelope: tuple[object, ...], payload_sha256: bytes) -> bytes | None:
    """The digest that an event should have; None where no such event could be recorded."""
    try:
        return chain.link(previous, envelope, payload_sha256)
    except InvalidEvent:
        return None
