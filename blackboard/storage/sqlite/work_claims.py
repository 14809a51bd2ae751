"""The table of claims: a narrow projection of the work events, with a checkpoint of its own.

Those who claim keep it in step in the transaction of their events, so that a claim reads and
writes one short row. Views wait for their next reader, as after any append.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import orjson

from blackboard.event import Event
from blackboard.storage.sqlite import verification
from blackboard.storage.sqlite.chunks import chunks, marks
from blackboard.storage.sqlite.projection import Erased
from blackboard.storage.sqlite.projections import NAMES
from blackboard.storage.sqlite.windows import Window, events_between
from blackboard.views.view import Row
from blackboard.views.work import CLAIMS, FIXED

TABLE = "work_claims"
COLUMNS = tuple(CLAIMS.columns)

_CHECKPOINT = f"view:{TABLE}"
_WINDOW = 10_000
_JSON = frozenset(CLAIMS.json_columns)
_NUMBERS = frozenset(name for name, column in CLAIMS.columns.items() if column.is_number)
_OPEN = "dedup_key IS NOT NULL AND state IN ('ready', 'blocked', 'claimed')"
_INDEXES = {"due": "due IS NOT NULL", "dedup_key": _OPEN}
"""Partial, so that an item's change writes the indexes that it concerns and no other."""

_STORE = (
    f"INSERT INTO {{schema}}.{TABLE} ({', '.join(COLUMNS)}) "
    f"VALUES ({', '.join('?' * len(COLUMNS))}) ON CONFLICT (item) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in COLUMNS[1:])
)
_CHANGING = tuple(name for name in COLUMNS if name not in FIXED)
_CHANGE = (
    f"UPDATE {{schema}}.{TABLE} SET {', '.join(f'{name} = ?' for name in _CHANGING)} WHERE item = ?"
)
_SAVE = "UPDATE {schema}.checkpoints SET position = ? WHERE name = ?"
_STANDING = (
    "SELECT (SELECT MAX(position) FROM events), "
    "(SELECT position FROM {schema}.checkpoints WHERE name = ? AND version = ?), "
    f"EXISTS (SELECT 1 FROM checkpoints WHERE name = '{NAMES}' AND version = 1)"
)


class Standing(NamedTuple):
    """How far the log and the table have come; the table None where it is to be made anew.

    `is_named` says whether the names of projects are there, which come with the views.
    """

    head: int
    reached: int | None
    is_named: bool


class WorkClaims:
    """The table in a file, or in `temp` to compare with; the caller holds the transaction."""

    types: Sequence[str] = tuple(CLAIMS.reduce)
    """See `Projection.types`."""

    def __init__(self, connection: sqlite3.Connection, schema: str = "main") -> None:
        self._connection = connection
        self._schema = schema
        self._standing = _STANDING.format(schema=schema)
        self._store, self._change = _STORE.format(schema=schema), _CHANGE.format(schema=schema)
        self._save = _SAVE.format(schema=schema)

    def tables(self) -> Collection[str]:
        """See `Projection.tables`."""
        return {TABLE}

    def checkpoints(self) -> Collection[str]:
        """See `Projection.checkpoints`."""
        return {_CHECKPOINT}

    def prepare(self, erased: Erased) -> None:
        """See `Projection.prepare`: nothing of it needs the payloads."""

    def forget(self, erased: Erased) -> bool:
        """See `Projection.forget`: it is dropped, and folded anew by who claims next."""
        return False

    def create(self) -> None:
        """Make the empty table, at position 0.

        Its rows stay in the order of creation, so that items that are claimed together are on one
        page.
        """
        self.drop()
        columns = ", ".join(f"{name} {_sql_type(name)}" for name in COLUMNS[1:])
        self._connection.execute(
            f"CREATE TABLE {self._schema}.{TABLE} (item TEXT NOT NULL UNIQUE, {columns})"
        )
        for column, condition in _INDEXES.items():
            self._connection.execute(
                f"CREATE INDEX {self._schema}.{TABLE}_{column} ON {TABLE} ({column}) "
                f"WHERE {condition}"
            )
        self._connection.execute(
            f"REPLACE INTO {self._schema}.checkpoints (name, version, position) VALUES (?, ?, 0)",
            (_CHECKPOINT, CLAIMS.version),
        )

    def drop(self) -> None:
        """Remove the table and its checkpoint."""
        self._connection.execute(f"DROP TABLE IF EXISTS {self._schema}.{TABLE}")
        self._connection.execute(
            f"DELETE FROM {self._schema}.checkpoints WHERE name = ?", (_CHECKPOINT,)
        )

    def standing(self) -> Standing:
        """How far the log and the table have come."""
        head, reached, is_named = self._connection.execute(
            self._standing, (_CHECKPOINT, CLAIMS.version)
        ).fetchone()
        return Standing(head or 0, reached, bool(is_named))

    def step(self, until: int) -> int:
        """Fold one window of the log and return the position reached."""
        start = self.standing().reached
        if start is None:
            self.create()
            start = 0
        end = max(start, min(start + _WINDOW, until))
        self.fold(events_between(self._connection, self.types, Window(start, end)), end, {})
        return end

    def fold(self, events: Iterable[Event], reached: int, known: dict[str, Row]) -> None:
        """Fold the events up to a position into their rows; `known` ones are not read again."""
        concerning = [event for event in events if event.type in CLAIMS.reduce]
        keys = {key for event in concerning for key in _keys(event)}
        rows = self._load(keys - known.keys()) | known
        changed: dict[str, Row] = {}
        for event in concerning:
            reduce = CLAIMS.reduce[event.type]
            try:
                folded = [(key, reduce(rows.get(key) or CLAIMS.before(key), event))
                          for key in CLAIMS.keys(event)]  # fmt: skip
            except Exception:  # the view `work` sets it aside, and so says which
                verification.refuse_damaged(self._connection, event.position)
                continue
            made = {key: row for key, row in folded if row is not None}
            changed |= made
            rows |= made
        known |= changed
        is_created = any(event.type == "work.created" for event in concerning)
        self._write(changed.values(), is_created=is_created)
        self._connection.execute(self._save, (reached, _CHECKPOINT))

    def _load(self, items: Collection[str]) -> dict[str, Row]:
        """The rows of those items that have one."""
        found: dict[str, Row] = {}
        for some in chunks(items):
            rows = self._connection.execute(
                f"SELECT {', '.join(COLUMNS)} FROM {self._schema}.{TABLE} "
                f"WHERE item IN ({marks(some)})",
                some,
            )
            found |= {row["item"]: row for row in map(decoded, rows)}
        return found

    def _write(self, rows: Iterable[Row], *, is_created: bool) -> None:
        """Write rows; without a creation each is there already, and some columns stay."""
        statement, names = (
            (self._store, COLUMNS) if is_created else (self._change, (*_CHANGING, "item"))
        )
        self._connection.executemany(statement, [_encoded(row, names) for row in rows])


def _keys(event: Event) -> Iterable[str]:
    try:
        return CLAIMS.keys(event)
    except Exception:  # folding it fails too
        return ()


def decoded(values: Sequence[Any]) -> Row:
    """A row from the values of `COLUMNS`."""
    row = dict(zip(COLUMNS, values, strict=True))
    for name in _JSON:
        row[name] = orjson.loads(row[name])
    return row


def _encoded(row: Row, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(orjson.dumps(row[name]).decode() if name in _JSON else row[name] for name in names)


def _sql_type(column: str) -> str:
    return "INTEGER" if column in _NUMBERS else "TEXT"
