"""Changing a board's file as a program can that knows SQLite, and what Lessonboard does, too."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from blackboard import chain

COLUMNS = (
    "position, id, stream, version, type, schema, project, actor, occurred_at, recorded_at, "
    "causation, correlation, payload_sha256"
)


@contextmanager
def around_the_triggers(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that may change the log, whose triggers are as before in the end."""
    with closing(sqlite3.connect(path)) as connection, connection:
        names = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        triggers = connection.execute(names).fetchall()
        for name, _sql in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _name, sql in triggers:
            connection.execute(sql)


def rewrite(connection: sqlite3.Connection, position: int) -> None:
    """Give an event another payload and a chain that is sound in itself."""
    payload = connection.execute(
        "SELECT json_set(payload, '$.reason', 'another') FROM events WHERE position = ?",
        (position,),
    ).fetchone()[0]
    hashed = chain.payload_hash(payload.encode())
    connection.execute(
        "UPDATE events SET payload = ?, payload_sha256 = ? WHERE position = ?",
        (payload, hashed, position),
    )
    chain_anew(connection)


def chain_anew(connection: sqlite3.Connection) -> None:
    """Compute all digests anew, and have the views folded anew by whoever reads them next."""
    digest = chain.GENESIS
    rows = connection.execute(f"SELECT {COLUMNS} FROM events ORDER BY position").fetchall()
    for row in rows:
        digest = chain.link(digest, row[:12], row[12])
        connection.execute("UPDATE events SET digest = ? WHERE position = ?", (digest, row[0]))
    connection.execute("DELETE FROM checkpoints WHERE name LIKE 'view:%'")
