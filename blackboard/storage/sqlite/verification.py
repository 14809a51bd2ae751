"""Checking the digest chain of a file."""

from __future__ import annotations

import sqlite3

from blackboard import chain
from blackboard.event import Event
from blackboard.log import Progress, Verification

_COLUMNS = ", ".join(Event._fields)
_MOST_PROBLEMS = 20


def verify(connection: sqlite3.Connection, progress: Progress | None) -> Verification:
    """Recompute the chain from the first event to the last; see `Log.verify`."""
    digest, position, holes = chain.GENESIS, 0, 0
    problems: list[str] = []
    for row in connection.execute(f"SELECT {_COLUMNS} FROM events ORDER BY position"):
        problems += _problems(row, position + 1, digest)
        position, digest = row[0], row[14]
        holes += row[12] is None
        if len(problems) >= _MOST_PROBLEMS:
            break
        if progress is not None and position % 1000 == 0:
            progress(position)
    return Verification(position, holes, digest.hex(), problems)


def _problems(row: tuple[object, ...], position: int, previous: bytes) -> list[str]:
    found = []
    if row[0] != position:
        found.append(f"position {position} is missing, the next event is at {row[0]}")
    payload, payload_sha256, digest = row[12:15]
    assert isinstance(payload_sha256, bytes)
    if isinstance(payload, str) and chain.payload_hash(payload.encode()) != payload_sha256:
        found.append(f"event {row[0]} ({row[1]}): the payload is not the one that was recorded")
    if chain.link(previous, row[:12], payload_sha256) != digest:
        found.append(f"event {row[0]} ({row[1]}): the envelope or the order was changed")
    return found
