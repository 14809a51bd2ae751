"""How far each file was imported; kept beside the events and harmless to lose."""

from __future__ import annotations

import sqlite3
from typing import Any, NamedTuple

import orjson


class Progress(NamedTuple):
    """Where reading a file stopped, and what tells that it is still the same file."""

    size: int
    modified_ns: int
    start_sha256: bytes
    offset: int
    state: dict[str, Any]


def load(connection: sqlite3.Connection, path: str) -> Progress | None:
    """The progress on a file, or None when it was never imported."""
    row = connection.execute(
        "SELECT size, modified_ns, start_sha256, offset, state FROM imported_files WHERE path = ?",
        (path,),
    ).fetchone()
    return None if row is None else Progress._make((*row[:4], orjson.loads(row[4])))


def sizes(connection: sqlite3.Connection) -> dict[str, int]:
    """How large each imported file was when it was read to its end; -1 where it was not."""
    return dict(connection.execute("SELECT path, size FROM imported_files"))


def save(connection: sqlite3.Connection, path: str, progress: Progress) -> None:
    """Remember the progress on a file; the caller holds the transaction."""
    connection.execute(
        "REPLACE INTO imported_files (path, size, modified_ns, start_sha256, offset, state) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (path, *progress[:4], orjson.dumps(progress.state).decode()),
    )
