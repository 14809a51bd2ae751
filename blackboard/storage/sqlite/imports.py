"""How far each file was imported; kept beside the events and harmless to lose."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.tail import SWEPT


class ImportProgress(NamedTuple):
    """Where reading a file stopped, and what proves that it is still the same file."""

    size: int
    modified_ns: int
    start_sha256: bytes
    offset: int
    state: dict[str, Any]


class ImportRecords:
    """The progress of imports, by file."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file

    def load(self, path: str) -> ImportProgress | None:
        """The progress on a file, or None when it was never imported."""
        with wrap_errors(self._file.path):
            row = self._file.connection.execute(
                "SELECT size, modified_ns, start_sha256, offset, state "
                "FROM imported_files WHERE path = ?",
                (path,),
            ).fetchone()
        return None if row is None else ImportProgress._make((*row[:4], orjson.loads(row[4])))

    def sizes(self) -> dict[str, int]:
        """How large each imported file was when it was read to its end; -1 where it was not."""
        with wrap_errors(self._file.path):
            return dict(self._file.connection.execute("SELECT path, size FROM imported_files"))

    def stamps(self) -> dict[str, tuple[int, int]]:
        """The size and time of modification of each file as it was read; -1 where not to its end.

        The time is in nanoseconds since 1970.
        """
        with wrap_errors(self._file.path):
            rows = self._file.connection.execute(
                "SELECT path, size, modified_ns FROM imported_files"
            )
            return {path: (size, modified_ns) for path, size, modified_ns in rows}

    def swept_at(self) -> int:
        """When the last complete sweep of this machine began, in microseconds since 1970, or 0."""
        with wrap_errors(self._file.path):
            row = self._file.connection.execute(
                "SELECT position FROM checkpoints WHERE name = ?", (SWEPT,)
            ).fetchone()
        return row[0] if row else 0

    def remember_sweep(self, began: int) -> None:
        """Remember when a sweep began that came to its end."""
        with self._file.transactions.joined():
            self._file.connection.execute(
                "REPLACE INTO checkpoints (name, version, position) VALUES (?, 1, ?)",
                (SWEPT, began),
            )

    def save(self, path: str, progress: ImportProgress) -> None:
        """Remember the progress on a file, in the transaction of what was read from it."""
        with self._file.transactions.joined():
            self._file.connection.execute(
                "REPLACE INTO imported_files "
                "(path, size, modified_ns, start_sha256, offset, state) VALUES (?, ?, ?, ?, ?, ?)",
                (path, *progress[:4], orjson.dumps(progress.state).decode()),
            )
