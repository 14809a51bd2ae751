"""The peers: other libraries doing the same work."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate
from eventsourcing.persistence import InfrastructureFactory, Tracking
from eventsourcing.projection import Projection
from eventsourcing.sqlite import SQLiteTrackingRecorder
from eventsourcing.utils import Environment

from blackboard.event import Event
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.tail import COLUMNS

_INSERT = f"INSERT INTO events ({COLUMNS}) VALUES ({', '.join('?' * len(Event._fields))})"
_NOTIFICATIONS = 1000


class BareTable:
    """A board's events table, written with `sqlite3` alone; rows are prepared beforehand."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, timeout=30)
        _set_like_ours(self.connection, path)

    def insert(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add rows in one transaction."""
        self.connection.execute("BEGIN IMMEDIATE")
        if len(rows) == 1:
            self.connection.execute(_INSERT, rows[0])
        else:
            self.connection.executemany(_INSERT, rows)
        self.connection.execute("COMMIT")


def _set_like_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Apply a board's pragmas to a connection."""
    log = SqliteLog(path)
    for name in ("journal_mode", "synchronous", "wal_autocheckpoint"):
        value = log.connection.execute(f"PRAGMA {name}").fetchone()[0]
        connection.execute(f"PRAGMA {name} = {value}")
    log.close()


class Recorded(Aggregate.Event):  # type: ignore[misc]  # the peer is not typed for us
    """A payload was recorded."""

    payload: dict[str, Any]


class Stream(Aggregate):  # type: ignore[misc]  # the peer is not typed for us
    """A stream of recorded payloads."""

    def record(self, payload: dict[str, Any]) -> None:
        """Add a payload to be saved."""
        self.trigger_event(Recorded, payload=payload)


def application(path: Path) -> Any:
    """An `eventsourcing` application with events in an SQLite file."""
    return Application(_environment(path))


def new_stream(app: Any) -> Any:
    """A saved aggregate."""
    stream = Stream()
    app.save(stream)
    return stream


class Counts(SQLiteTrackingRecorder):  # type: ignore[misc]  # the peer is not typed for us
    """A view in an SQLite file: the number of events per session and kind."""

    def __init__(self, datastore: Any, **options: Any) -> None:
        super().__init__(datastore, **options)
        self.create_table_statements.append(
            "CREATE TABLE IF NOT EXISTS counts "
            "(session TEXT, name TEXT, count INTEGER, PRIMARY KEY (session, name))"
        )

    def count(self, payload: dict[str, Any], tracking: Any) -> None:
        """Count an event and remember it as done, in one transaction."""
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(
                "INSERT INTO counts VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1",
                (payload.get("session", ""), payload.get("name", "")),
            )


class Counting(Projection):  # type: ignore[misc]  # the peer is not typed for us
    """Counts every event."""

    name = "counting"

    def process_event(self, domain_event: Any, tracking: Any) -> None:
        """Count events with a payload, and track the others."""
        self.view.count(getattr(domain_event, "payload", {}), tracking)


def stored_counts(path: Path) -> Any:
    """An empty view in its own file."""
    environment = Environment(Counting.name, _environment(path))
    return InfrastructureFactory.construct(environment).tracking_recorder(Counts)


def project(path: Path, until: int, view: Any) -> None:
    """Follow the notification log of an `eventsourcing` application to a position.

    Its `ProjectionRunner` does the same in a thread, but cannot subscribe to SQLite.
    """
    app = application(path)
    projection = Counting(view)
    position = 0
    while position < until:
        for notification in app.recorder.select_notifications(position + 1, _NOTIFICATIONS):
            tracking = Tracking(app.name, notification.id)
            projection.process_event(app.mapper.to_domain_event(notification), tracking)
            position = notification.id


def _environment(path: Path) -> dict[str, str]:
    return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
