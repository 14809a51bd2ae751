"""Taking forgotten events out of the index over passages, and out of its bytes.

FTS5 deletes from a table without content what it is given again, so the texts are made once more
while the events have them. What is deleted stays in older segments, with its words, until all
segments are merged into one.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

from blackboard.search.passages import FIELDS, TYPES
from blackboard.storage.sqlite import passage_sessions, windows
from blackboard.storage.sqlite.chunks import chunks, marks
from blackboard.storage.sqlite.passages import TABLE, PassageIndex, rows_of
from blackboard.storage.sqlite.projection import Erased

_MOST = 20_000
"""Events that are taken out, in about two seconds; of more the index is dropped instead, and
follows the log again without holding up those who write."""

_DUE = "forget:merge"
"""The checkpoint that stays until the index was merged, which follows the deleting."""

_TOKEN = re.compile(r"[A-Za-z0-9_\x80-\U0010ffff]+")
"""What the tokenizer of the index takes for a word."""

_DELETE = (
    f"INSERT INTO {TABLE} ({TABLE}, rowid, {', '.join(FIELDS)}, scope) "
    f"VALUES ('delete', ?, {', '.join('?' * (len(FIELDS) + 1))})"
)


class PassageRemoval:
    """The index as a projection that can be forgotten from."""

    types: Collection[str] = TYPES
    """See `Projection.types`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._index = PassageIndex(connection)
        self._is_clean = self._index.position() is not None

    def tables(self) -> Collection[str]:
        """See `Projection.tables`."""
        return {TABLE, *passage_sessions.names(TABLE)}

    def checkpoints(self) -> Collection[str]:
        """See `Projection.checkpoints`."""
        return self._index.checkpoints()

    def prepare(self, erased: Erased) -> None:
        """See `Projection.prepare`: the words of the events are deleted."""
        self._is_clean = (
            self._is_clean
            and len(erased.positions) <= _MOST
            and all(map(self._delete, chunks(erased.positions)))
        )

    def forget(self, erased: Erased) -> bool:
        """See `Projection.forget`: it is dropped where it holds other words than the log had."""
        return self._is_clean

    def _delete(self, positions: Sequence[int]) -> bool:
        """Delete some events' words; False where these are not the words that were indexed."""
        indexed = self._sizes(positions)
        rows = [row for row in self._rows(positions) if row[0] in indexed]
        if {row[0]: _sizes_of(row) for row in rows} != indexed:
            return False
        self._connection.executemany(_DELETE, rows)
        passage_sessions.remove(self._connection, f"main.{TABLE}", [row[0] for row in rows])
        if rows:
            self._connection.execute("REPLACE INTO checkpoints VALUES (?, 1, 0)", (_DUE,))
        return True

    def _sizes(self, positions: Sequence[int]) -> dict[int, list[int]]:
        """How many words the index has of each event in each column; of those that it has."""
        rows = self._connection.execute(
            f"SELECT id, sz FROM main.{TABLE}_docsize WHERE id IN ({marks(positions)})", positions
        )
        return {position: _numbers(sizes) for position, sizes in rows}

    def _rows(self, positions: Sequence[int]) -> list[tuple[Any, ...]]:
        """What the index has of each event by the log, where the texts still are."""
        events = self._connection.execute(
            f"SELECT {windows.COLUMNS} FROM events WHERE position IN ({marks(positions)}) "
            f"AND +type IN ({marks(TYPES)}) AND payload IS NOT NULL",
            (*positions, *TYPES),
        )
        return rows_of(windows.newest(events))


def merge(connection: sqlite3.Connection) -> None:
    """Leave nothing of the words that were deleted; after a crash it is done again."""
    due = connection.execute("SELECT 1 FROM checkpoints WHERE name = ?", (_DUE,)).fetchone()
    if not due:
        return
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (TABLE,)).fetchone():
        connection.execute(f"INSERT INTO {TABLE} ({TABLE}) VALUES ('optimize')")
    connection.execute("DELETE FROM checkpoints WHERE name = ?", (_DUE,))


def _sizes_of(row: tuple[Any, ...]) -> list[int]:
    return [len(_TOKEN.findall(text)) for text in row[1:]]


def _numbers(sizes: bytes) -> list[int]:
    """The numbers of a row of `docsize`: SQLite's integers of variable length, seven bits a byte.

    >>> _numbers(bytes([3, 0x81, 0x00]))
    [3, 128]
    """
    found, number = [], 0
    for byte in sizes:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            found.append(number)
            number = 0
    return found
