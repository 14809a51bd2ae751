"""How far each file was imported; kept beside the events and harmless to lose."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog


class ImportProgress(NamedTuple):
    """Where reading a file stopped, and what tells that it is still the same file."""

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

    def save(self, path: str, progress: ImportProgress) -> None:
        """Remember the progress on a file, in the transaction of what was read from it."""
        with self._file.transactions.joined():
            self._file.connection.execute(
                "REPLACE INTO imported_files "
                "(path, size, modified_ns, start_sha256, offset, state) VALUES (?, ?, ?, ?, ?, ?)",
                (path, *progress[:4], orjson.dumps(progress.state).decode()),
            )
