"""The engine of views: folding windows of the log into tables and their index.

Appending touches no view. Whoever reads a view first lets it catch up, window by window of the
log, each window folded and written in one transaction together with its checkpoint; so the
incremental fold, the full replay and the recovery after a crash are the same code.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import orjson

from blackboard.event import Event
from blackboard.events import VERSIONS, current
from blackboard.storage.sqlite import plain, tables
from blackboard.storage.sqlite.index import FORMAT as INDEX_FORMAT
from blackboard.storage.sqlite.index import Index, table_names
from blackboard.views.view import Row, View

WINDOW = 10_000
"""Positions folded in one transaction: about a tenth of a second, and flat memory."""

_INDEX = "index"
_EVENT_COLUMNS = ", ".join(Event._fields)


class _Fold:
    """The rows of one view while a window of the log is folded into them."""

    def __init__(
        self, connection: sqlite3.Connection, view: View, shadow: str, reached: int
    ) -> None:
        self.view = view
        self.rows: dict[str, Row] = {}
        self.before: dict[str, Row | None] = {}
        self._connection = connection
        self._shadow = shadow
        self._reached = reached

    def take(self, event: Event) -> None:
        """Fold one event, unless it was folded before."""
        if event.position <= self._reached:
            return
        view, rows = self.view, self.rows
        for key in view.keys(event):
            row = rows.get(key)
            if row is None:
                if key not in self.before:
                    self.before[key] = tables.load(self._connection, view, key, self._shadow)
                row = self.before[key]
            folded = view.reduce[event.type](row or view.before(key), event)
            if folded is not None:
                rows[key] = folded


class Projections:
    """Views and their index on one connection; the caller holds the transaction.

    `shadow` is a suffix of the tables of a rebuild, `schema` is "temp." for tables that live
    with the connection and hide those of the file.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        views: Sequence[View],
        *,
        shadow: str = "",
        schema: str = "",
        indexed: bool = True,
    ) -> None:
        self.views = tuple(views)
        self._connection = connection
        self._shadow = shadow
        self._schema = schema
        self._index = Index(connection, shadow) if indexed else None
        self.types = sorted({type_ for view in views for type_ in view.reduce})

    def create(self) -> None:
        """Make all tables anew, at position 0."""
        self.drop()
        for view in self.views:
            tables.create(self._connection, view, self._shadow, self._schema)
            if not self._shadow:
                plain.create(self._connection, view, self._schema)
            self._save(view.name, view.version, 0)
        if self._index is not None:
            self._index.create((view.name for view in self.views if view.document), self._schema)
            self._save(_INDEX, INDEX_FORMAT, 0)

    def drop(self) -> None:
        """Remove all tables and checkpoints."""
        for name in self.table_names():
            self._connection.execute(f"DROP TABLE IF EXISTS {self._schema}{name}{self._shadow}")
        for name in self.checkpoints():
            self._connection.execute("DELETE FROM checkpoints WHERE name = ?", (name,))

    def table_names(self) -> list[str]:
        """All tables, without the suffix of a rebuild; virtual ones take theirs along."""
        names = [tables.table_name(view) for view in self.views]
        if self._index is not None:
            names += table_names(view.name for view in self.views if view.document)
        return names

    def checkpoints(self) -> dict[str, int]:
        """The names of all checkpoints, with the versions that they must have."""
        names = {self._name(view.name): view.version for view in self.views}
        return names | ({self._name(_INDEX): INDEX_FORMAT} if self._index is not None else {})

    def are_current(self) -> bool:
        """Whether every view and the index exist in the version that this program folds."""
        rows = self._connection.execute("SELECT name, version FROM checkpoints").fetchall()
        found = dict(rows)
        return all(found.get(name) == version for name, version in self.checkpoints().items())

    def position(self) -> int:
        """How far the view that is furthest behind has come."""
        return min(self._checkpoints().values())

    def step(self, until: int) -> int:
        """Fold one window of the log and return the position reached."""
        reached = self._checkpoints()
        start = min(reached.values())
        end = min(start + WINDOW, until)
        if end <= start:
            return start
        folds = [
            _Fold(self._connection, view, self._shadow, reached[view.name]) for view in self.views
        ]
        takers = {
            type_: [fold.take for fold in folds if type_ in fold.view.reduce]
            for type_ in self.types
        }
        for event in self._events(start, end):
            for take in takers[event.type]:
                take(event)
        self._write(folds)
        for view in self.views:
            self._save(view.name, view.version, max(end, reached[view.name]))
        return end

    def apply(self, events: Sequence[Event]) -> None:
        """Fold events that were appended just now by a transaction that had caught up before."""
        reached = self._checkpoints()
        folds = [
            _Fold(self._connection, view, self._shadow, reached[view.name]) for view in self.views
        ]
        for event in events:
            for fold in folds:
                if event.type in fold.view.reduce:
                    fold.take(event)
        self._write(folds)
        for view in self.views:
            self._save(view.name, view.version, events[-1].position)

    def catch_up(self) -> None:
        """Fold all that is left of the log, in the transaction that is under way."""
        head = self._connection.execute("SELECT MAX(position) FROM events").fetchone()[0] or 0
        while self.step(head) < head:
            pass

    def events_on(self, stream: str) -> list[Event]:
        """The events of a stream that some view folds."""
        marks = ", ".join("?" * len(self.types))
        rows = self._connection.execute(
            f"SELECT {_EVENT_COLUMNS} FROM events WHERE stream = ? AND type IN ({marks}) "
            "AND payload IS NOT NULL ORDER BY version",
            (stream, *self.types),
        )
        return list(_lifted(rows))

    def index_anew(self, views: Collection[View]) -> None:
        """Index the rows of some views again, leaving nothing of what was indexed of them before.

        The posting lists are shared by all views that are offered to agents.
        """
        assert self._index is not None
        is_shared = any(view.offers for view in views)
        chosen = [
            view
            for view in self.views
            if view.document and (view in views or (is_shared and view.offers))
        ]
        self._index.clear([view.name for view in chosen], shared=is_shared)
        for view in chosen:
            rows = tables.scan(self._connection, view)
            while window := list(islice(rows, WINDOW)):
                self._index.begin(self._read(_INDEX))
                for row in window:
                    self._put(view, row[view.key], None, row)
                self._save(_INDEX, INDEX_FORMAT, self._index.end())

    def adopt(self, shadow: Projections) -> None:
        """Put the tables of a finished rebuild in the place of the live ones."""
        # Else renaming fails wherever an SQL view, ours or a person's own, reads a dropped table.
        self._connection.execute("PRAGMA legacy_alter_table = ON")
        for name in shadow.table_names():
            self._connection.execute(f"DROP TABLE IF EXISTS {name}")
            self._connection.execute(f"ALTER TABLE {name}{shadow._shadow} RENAME TO {name}")
        self._connection.execute("PRAGMA legacy_alter_table = OFF")
        for view in shadow.views:
            plain.create(self._connection, view)
        for name in shadow.checkpoints():
            live = name.removesuffix(shadow._shadow)
            self._connection.execute("DELETE FROM checkpoints WHERE name = ?", (live,))
            self._connection.execute("UPDATE checkpoints SET name = ? WHERE name = ?", (live, name))

    def reindex(self, view: View, shadow: str) -> None:
        """Bring the live index in step with a view that was rebuilt alone."""
        assert self._index is not None
        before = dict.fromkeys(tables.keys(self._connection, view))
        self._index.begin(self._read(_INDEX))
        for row in tables.scan(self._connection, view, shadow):
            key = row[view.key]
            before.pop(key, None)
            self._put(view, key, tables.load(self._connection, view, key), row)
        for key in before:
            self._index.put(view.name, key, None)
        self._save(_INDEX, INDEX_FORMAT, self._index.end())

    def _events(self, start: int, end: int) -> Iterator[Event]:
        """The events of a window that some view folds."""
        marks = ", ".join("?" * len(self.types))
        # The unary plus keeps SQLite on the range of positions, in order and without sorting.
        rows: Iterable[tuple[Any, ...]] = self._connection.execute(
            f"SELECT {_EVENT_COLUMNS} FROM events "
            f"WHERE position > ? AND position <= ? AND +type IN ({marks}) "
            "AND payload IS NOT NULL ORDER BY position",
            (start, end, *self.types),
        )
        return _lifted(rows)

    def _write(self, folds: Sequence[_Fold]) -> None:
        for fold in folds:
            tables.store(self._connection, fold.view, fold.rows.values(), self._shadow)
        if self._index is None:
            return
        self._index.begin(self._read(_INDEX))
        for fold in folds:
            for key, row in fold.rows.items():
                self._put(fold.view, key, fold.before[key], row)
        self._save(_INDEX, INDEX_FORMAT, self._index.end())

    def _put(self, view: View, key: str, before: Row | None, after: Row) -> None:
        if view.document is None or self._index is None:
            return
        document = view.document(after)
        if before is None or view.document(before) != document:
            self._index.put(view.name, key, document, fresh=before is None)

    def _checkpoints(self) -> dict[str, int]:
        return {view.name: self._read(view.name) for view in self.views}

    def _read(self, name: str) -> int:
        row = self._connection.execute(
            "SELECT position FROM checkpoints WHERE name = ?", (self._name(name),)
        ).fetchone()
        return row[0] if row else 0

    def _save(self, name: str, version: int, position: int) -> None:
        self._connection.execute(
            "REPLACE INTO checkpoints (name, version, position) VALUES (?, ?, ?)",
            (self._name(name), version, position),
        )

    def _name(self, name: str) -> str:
        return f"view:{name}{self._shadow}"


def _lifted(rows: Iterable[tuple[Any, ...]]) -> Iterator[Event]:
    """Events from their rows, payloads in their newest version."""
    for *envelope, payload, payload_sha256, digest in rows:
        event = Event._make((*envelope, orjson.loads(payload), payload_sha256, digest))
        if event.schema == VERSIONS[event.type]:
            yield event
        elif (lifted := current(event)) is not None:
            yield event._replace(payload=lifted)
