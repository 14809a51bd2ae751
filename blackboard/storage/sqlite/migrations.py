"""Numbered migrations of a board's file; the next one is added at the end of MIGRATIONS.

A released migration is never edited. Views and indexes are not here: they are projections
that are rebuilt when their own version changes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from blackboard.storage.sqlite.header import APPLICATION_ID, FORMAT


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to the newest format, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = connection.execute("PRAGMA user_version").fetchone()[0]
        for migration in MIGRATIONS[done:]:
            migration(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def create_log(connection: sqlite3.Connection) -> None:
    """The log: rows are added and never changed, but for a payload that is forgotten."""
    connection.execute(
        """
        CREATE TABLE events (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            stream TEXT NOT NULL,
            version INTEGER NOT NULL,
            type TEXT NOT NULL,
            schema INTEGER NOT NULL,
            project TEXT,
            actor TEXT NOT NULL,
            occurred_at INTEGER NOT NULL,
            recorded_at INTEGER NOT NULL,
            causation TEXT,
            correlation TEXT,
            payload TEXT,
            payload_sha256 BLOB NOT NULL,
            digest BLOB NOT NULL,
            UNIQUE (stream, version)
        ) STRICT
        """
    )
    connection.execute("CREATE INDEX events_by_type ON events (type, position)")
    _append_only(connection)


def _append_only(connection: sqlite3.Connection) -> None:
    """Triggers that refuse every change but the one that an event has announced.

    REPLACE deletes rows without asking the triggers of deletion, so a new row must be new.

    Forgetting sets a payload to NULL, and only after a `payload.forgotten` event on the
    stream `forgotten:ID` was appended; nothing else about the row may differ.
    """
    connection.execute(
        """
        CREATE TRIGGER events_are_new BEFORE INSERT ON events
        WHEN NEW.position <> (SELECT COALESCE(MAX(position), 0) + 1 FROM events)
            OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
            OR EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND version = NEW.version)
        BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END
        """
    )
    connection.execute(
        """
        CREATE TRIGGER events_are_kept BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END
        """
    )
    connection.execute(
        """
        CREATE TRIGGER events_are_unchanged BEFORE UPDATE ON events
        WHEN NOT (
            OLD.payload IS NOT NULL AND NEW.payload IS NULL
            AND EXISTS (SELECT 1 FROM events WHERE stream = 'forgotten:' || OLD.id)
            AND (OLD.position, OLD.id, OLD.stream, OLD.version, OLD.type, OLD.schema, OLD.actor,
                 OLD.occurred_at, OLD.recorded_at, OLD.payload_sha256, OLD.digest)
              = (NEW.position, NEW.id, NEW.stream, NEW.version, NEW.type, NEW.schema, NEW.actor,
                 NEW.occurred_at, NEW.recorded_at, NEW.payload_sha256, NEW.digest)
            AND OLD.project IS NEW.project
            AND OLD.causation IS NEW.causation
            AND OLD.correlation IS NEW.correlation
        )
        BEGIN SELECT RAISE(ABORT, 'events are never changed'); END
        """
    )


def _projections(connection: sqlite3.Connection) -> None:
    """How far each projection and each reader of the log has come."""
    columns = {"name": str, "version": int, "position": int}
    _create(connection, "checkpoints", columns, key="name")


def _sources(connection: sqlite3.Connection) -> None:
    """How far each imported file was read; losing it costs time and nothing else."""
    columns = {
        "path": str,
        "size": int,
        "modified_ns": int,
        "start_sha256": bytes,
        "offset": int,
        "state": str,
    }
    _create(connection, "imported_files", columns, key="path")


def _leases(connection: sqlite3.Connection) -> None:
    """Until when a worker may keep an item; losing it costs an item a second attempt at most."""
    columns = {"item": str, "worker": str, "expires_at": int}
    _create(connection, "leases", columns, key="item")


def _create(
    connection: sqlite3.Connection, name: str, columns: dict[str, type], *, key: str
) -> None:
    """A table in which no column may be empty."""
    from sqlite_utils import Database  # slow to import, and needed only to make a board

    database = Database(connection, recursive_triggers=False, execute_plugins=False)
    database.table(name).create(columns, pk=key, not_null=set(columns), strict=True)


MIGRATIONS: list[Callable[[sqlite3.Connection], None]] = [
    create_log,
    _projections,
    _sources,
    _leases,
]
assert len(MIGRATIONS) == FORMAT
