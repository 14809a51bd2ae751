"""Questions in SQL that a person asks of a board: answered row by row, read-only, within a time."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from blackboard.errors import BadQuery, BoardError, QueryTooSlow
from blackboard.storage.sqlite.connection import connect, ours
from blackboard.storage.sqlite.log import SqliteLog

_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION,
                      sqlite3.SQLITE_RECURSIVE})  # fmt: skip
_PRAGMAS_OF_A_NAME = frozenset({"table_info", "table_xinfo", "index_list", "index_info",
                                "index_xinfo", "foreign_key_list"})  # fmt: skip
_PRAGMAS = frozenset({*_PRAGMAS_OF_A_NAME, "table_list", "database_list", "function_list",
                      "compile_options", "user_version", "application_id", "page_count",
                      "page_size", "freelist_count", "data_version"})  # fmt: skip
"""What describes the file; `data_version` is asked by full-text tables themselves."""

_WRITING = {sqlite3.SQLITE_INSERT: "INSERT", sqlite3.SQLITE_UPDATE: "UPDATE",
            sqlite3.SQLITE_DELETE: "DELETE"}  # fmt: skip

_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 64 << 20,  # no value may fill the memory
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}
_FAULTS_OF_THE_FILE = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
})  # fmt: skip
_STEPS_BETWEEN_LOOKS = 10_000
_ROWS_AT_A_TIME = 100


class Answer(NamedTuple):
    """The names of the columns, no two alike, and the rows, which can be read once."""

    columns: list[str]
    rows: Iterator[tuple[Any, ...]]


class _Watch:
    """How long SQLite has been busy, which is not how long its rows are looked at."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._since = 0.0

    def __enter__(self) -> None:
        self._since = time.monotonic()

    def __exit__(self, *_error: object) -> None:
        self._left -= time.monotonic() - self._since

    def is_over(self) -> bool:
        """Whether the time is used up."""
        return time.monotonic() - self._since > self._left


@contextmanager
def answered(log: SqliteLog, sql: str, seconds: float) -> Iterator[Answer]:
    """The answer to one statement, on a connection that cannot write.

    Raises:
        BadQuery: it is no statement that only reads, or SQLite cannot make sense of it.
        QueryTooSlow: SQLite was busy with it for longer than some seconds.
    """
    with _reading(log) as connection:
        question = _Question(connection, sql, seconds, str(log.path))
        try:
            yield question.answer()
        finally:
            question.end()


@contextmanager
def _reading(log: SqliteLog) -> Iterator[sqlite3.Connection]:
    """A connection for reading: of its own, or that of a board which may only be read.

    Such a board may hold its views in temporary tables, which only its connection sees.
    """
    if log.path is None:
        raise BoardError("a board in memory cannot be asked in SQL")
    if log.read_only:
        yield log.connection
        return
    with closing(connect(log.path, None, read_only=True)) as connection:
        connection.execute("PRAGMA query_only = ON")
        yield connection


class _Question:
    """One statement while it runs."""

    def __init__(self, connection: sqlite3.Connection, sql: str, seconds: float, path: str) -> None:
        self._connection = connection
        self._sql = sql
        self._seconds = seconds
        self._path = path
        self._watch = _Watch(seconds)
        self._refused = ""
        self._text_factory = connection.text_factory
        self._limits = {kind: connection.setlimit(kind, most) for kind, most in _LIMITS.items()}
        connection.text_factory = _text
        connection.set_authorizer(self._authorise)
        connection.set_progress_handler(self._watch.is_over, _STEPS_BETWEEN_LOOKS)

    def answer(self) -> Answer:
        """Start it."""
        from sqlite_utils import Database  # slow to import

        database = Database(self._connection, recursive_triggers=False, execute_plugins=False)
        with self._errors(), self._watch:
            cursor = database.execute(self._sql)
        if cursor.description is None:
            raise BadQuery("it holds no SELECT")
        return Answer(_distinct([each[0] for each in cursor.description]), self._rows(cursor))

    def end(self) -> None:
        """Give the connection back as it was."""
        self._connection.set_progress_handler(None, 0)
        self._connection.set_authorizer(None)
        self._connection.text_factory = self._text_factory
        for kind, most in self._limits.items():
            self._connection.setlimit(kind, most)

    def _rows(self, cursor: sqlite3.Cursor) -> Iterator[tuple[Any, ...]]:
        while True:
            with self._errors(), self._watch:
                rows = cursor.fetchmany(_ROWS_AT_A_TIME)
            if not rows:
                return
            yield from rows

    def _authorise(self, action: int, first: str | None, second: str | None, *_: object) -> int:
        # So SQLite asks when it declares a virtual table; nobody can write there.
        is_declaring = (action, first) == (sqlite3.SQLITE_UPDATE, "sqlite_master")
        if action in _READING or is_declaring:
            return sqlite3.SQLITE_OK
        is_bare = second is None or first in _PRAGMAS_OF_A_NAME
        if action == sqlite3.SQLITE_PRAGMA and first in _PRAGMAS and is_bare:
            return sqlite3.SQLITE_OK
        # Whatever SQLite asked first (a DROP deletes from the schema), its first word tells more.
        word = self._sql.split(maxsplit=1)[0].upper()
        self._refused = _WRITING.get(action, "this") if word in ("WITH", "EXPLAIN") else word
        return sqlite3.SQLITE_DENY

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn SQLite's errors into ours."""
        try:
            yield
        except UnicodeEncodeError as error:
            raise BadQuery("it holds half of a surrogate pair") from error
        except sqlite3.Error as error:
            code = (getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR) & 0xFF
            if code == sqlite3.SQLITE_INTERRUPT:
                raise QueryTooSlow(self._seconds) from error
            if self._refused:
                raise BadQuery(f"only reading is possible, and {self._refused} is not") from error
            if code in _FAULTS_OF_THE_FILE:
                raise ours(error, self._path) from error
            raise BadQuery(str(error).rstrip(".")) from error


def _text(raw: bytes) -> str:
    """A text of SQLite's, which may be cut within a character."""
    return raw.decode("utf-8", "replace")


def _distinct(names: list[str]) -> list[str]:
    """The names, of which a later one that is alike gets a number.

    >>> _distinct(["id", "project", "id", "id"])
    ['id', 'project', 'id_2', 'id_3']
    """
    found: list[str] = []
    for name in names:
        number, fresh = 1, name
        while fresh in found:
            number += 1
            fresh = f"{name}_{number}"
        found.append(fresh)
    return found
