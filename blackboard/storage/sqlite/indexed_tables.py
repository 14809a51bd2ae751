"""The tables of views with the index of their rows, and the checkpoints of both."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from itertools import islice

from blackboard.storage.sqlite import tables
from blackboard.storage.sqlite.index import FORMAT as INDEX_FORMAT
from blackboard.storage.sqlite.index import Index
from blackboard.storage.sqlite.index import indexed as as_indexed
from blackboard.views.view import Row, View

INDEX = "index"
"""The checkpoint of the index, whose position is the number of its newest document."""

_ROWS = 10_000
"""Rows that are indexed at a time."""


class IndexedTables:
    """Views and their index on one connection; the caller holds the transaction."""

    def __init__(
        self, connection: sqlite3.Connection, views: Sequence[View], shadow: str, *, indexed: bool
    ) -> None:
        self.views = tuple(views)
        self._connection = connection
        self._shadow = shadow
        self._index = Index(connection, shadow) if indexed else None

    def index_anew(self, views: Collection[View]) -> None:
        """Index the rows of some views again, leaving nothing of what was indexed of them before.

        The posting lists are shared by all views that are offered to agents.
        """
        assert self._index is not None
        is_shared = any(view.injectable for view in views)
        chosen = [
            view
            for view in self.views
            if view.document and (view in views or (is_shared and view.injectable))
        ]
        self._index.clear([view.name for view in chosen], shared=is_shared)
        for view in chosen:
            self.index_rows(view)

    def index_rows(self, view: View) -> None:
        """Index all rows of a view of which none is indexed."""
        rows = tables.scan(self._connection, view)
        while window := list(islice(rows, _ROWS)):
            self._index_begin()
            for row in window:
                self._put(view, row[view.key], None, row)
            self._index_end()

    def save(self, view: View, position: int) -> None:
        """Keep how far a view has come."""
        self._save(view.name, view.version, position)

    def reindex(self, view: View, shadow: str) -> None:
        """Bring the live index in step with a view that was rebuilt alone."""
        assert self._index is not None
        before = dict.fromkeys(tables.keys(self._connection, view))
        self._index.begin(self._read(INDEX))
        for row in tables.scan(self._connection, view, shadow):
            key = row[view.key]
            before.pop(key, None)
            self._put(view, key, tables.load(self._connection, view, key), row)
        for key in before:
            self._index.put(view.name, key, None)
        self._save(INDEX, INDEX_FORMAT, self._index.end())

    def _index_begin(self) -> None:
        if self._index is not None:
            self._index.begin(self._read(INDEX))

    def _index_end(self) -> None:
        if self._index is not None:
            self._save(INDEX, INDEX_FORMAT, self._index.end())

    def _put(self, view: View, key: str, before: Row | None, after: Row) -> None:
        if view.document is None:
            return
        document = view.document(after)
        if self._index is None:  # a later indexing of the row must not fail
            if document is not None:
                as_indexed(document)
            return
        if before is None or view.document(before) != document:
            self._index.put(view.name, key, document, fresh=before is None)

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
