"""The board as the hooks of agents use it: to look something up, to add an event, and be gone.

It folds nothing, makes no board, migrates none and waits for nobody longer than it is told to.
Light to import: of the standard library only what is quick, and no `sqlite3` package, whose
date and time adapters nobody here needs. JSON is read and written by SQLite itself.
"""

from __future__ import annotations

import os
import time

from blackboard import ids
from blackboard.digests import GENESIS, link, payload_hash
from blackboard.errors import BoardBusy, BoardError, CannotOpen
from blackboard.file_lock import FileLock
from blackboard.storage.closed import is_closed
from blackboard.storage.sqlite.header import FORMAT, read_header

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3 as _sqlite3
    from typing import Any
else:
    import _sqlite3

_BUSY = 0.05
_LONGEST_WAL = 1 << 19
_COLUMNS = (
    "position, id, stream, version, type, schema, project, actor, occurred_at, recorded_at, "
    "causation, correlation, payload, payload_sha256, digest"
)
_TAIL = "SELECT position, recorded_at, digest FROM events ORDER BY position DESC LIMIT 1"
_VERSION = "SELECT COALESCE(MAX(version), 0) FROM events WHERE stream = ?"
_UNSEEN_END = (
    "SELECT 1 FROM events WHERE type IN ('turn.ended', 'session.ended') AND position > "
    "(SELECT COALESCE(MAX(position), 0) FROM checkpoints WHERE name = 'reader:dispatcher')"
)


class Fact:
    """An event that a hook tells; `payload` is JSON, `id` is given where it may be told twice.

    Every fact has its id from the start, so that it is on the board once, by whichever way it
    comes there.
    """

    __slots__ = ("id", "occurred_at", "payload", "project", "stream", "type")

    def __init__(
        self, type: str, stream: str, payload: str, project: str | None, id: str | None = None
    ) -> None:
        self.type = type
        self.stream = stream
        self.payload = payload
        self.project = project
        self.occurred_at = time.time_ns() // 1000
        self.id = id or ids.fresh(self.occurred_at)


class Json:
    """JSON by SQLite, on a connection of its own that holds no file."""

    def __init__(self) -> None:
        self._connection = _sqlite3.connect(":memory:")
        self._connection.text_factory = _text

    def fields(self, text: str, *paths: tuple[str | int, ...]) -> list[Any]:
        """What a JSON text has at some paths; objects and lists as JSON, None for nothing.

        A text that is JSON itself is looked into as well, for some agents wrap it twice.

        Raises:
            BoardError: it is no JSON object.
        """
        try:
            row = self._connection.execute("SELECT json_type(?)", (text,)).fetchone()
        except _sqlite3.Error as error:
            raise BoardError(f"what was told is no JSON ({len(text)} characters)") from error
        if row[0] != "object":
            raise BoardError(f"what was told is JSON, but no object ({len(text)} characters)")
        inside: dict[tuple[str | int, ...], dict[Any, Any]] = {(): self._entries(text)}
        return [self._at(inside, path) for path in paths]

    def _at(
        self, inside: dict[tuple[str | int, ...], dict[Any, Any]], path: tuple[str | int, ...]
    ) -> Any:
        """What is at a path, given what has been looked into."""
        above = path[:-1]
        if above not in inside:
            inside[above] = self._entries(self._at(inside, above))
        return inside[above].get(path[-1])

    def _entries(self, value: object) -> dict[Any, Any]:
        """What an object or a list of JSON holds; each text is read once, however long it is."""
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
            return {}
        try:
            return dict(self._connection.execute("SELECT key, value FROM json_each(?)", (value,)))
        except _sqlite3.Error:
            return {}

    def is_valid(self, text: str) -> bool:
        """Whether a text is JSON, as SQLite takes it."""
        return bool(self._connection.execute("SELECT json_valid(?)", (text,)).fetchone()[0])

    def items(self, text: str, path: str) -> list[Any]:
        """The items of a list at a path of a JSON text; none where there is no such list."""
        try:
            rows = self._connection.execute("SELECT value FROM json_each(?, ?)", (text, path))
            return [item for (item,) in rows]
        except _sqlite3.Error:
            return []

    def object(self, **fields: Any) -> str:
        """A JSON object of texts, numbers and lists of texts; what is None is left out."""
        given = {name: value for name, value in fields.items() if value is not None}
        parts: list[str] = []
        values: list[Any] = []
        for name, value in given.items():
            if isinstance(value, (list, tuple)):
                parts.append(f"?, json_array({', '.join('?' * len(value))})")
                values += [name, *value]
            elif isinstance(value, bool):
                parts.append(f"?, json('{'true' if value else 'false'}')")
                values.append(name)
            else:
                parts.append("?, json(?)" if isinstance(value, Raw) else "?, ?")
                values += [name, value]
        row = self._connection.execute(f"SELECT json_object({', '.join(parts)})", values)
        text: str = row.fetchone()[0]
        return text


class Raw(str):
    """A text that is JSON already."""

    __slots__ = ()


class QuickBoard:
    """A board's file, opened for a moment.

    Args:
        path: the file.
        patience: seconds to wait for others who write.

    Raises:
        CannotOpen: there is no board, or it is another program's, damaged, older or newer.
    """

    def __init__(self, path: str, patience: float) -> None:
        version = read_header(path)
        if version != FORMAT:
            raise CannotOpen(
                f"{path} has format {version}, {FORMAT} is needed; run `lessonboard doctor`"
            )
        self.path = path
        self._lock = FileLock(f"{path}.lock", patience)
        self.connection = _sqlite3.connect(
            _uri(path), uri=True, isolation_level=None, timeout=_BUSY
        )

    def alone(self) -> _Alone:
        """Keep all others from writing, with a transaction of one's own.

        Entering and leaving raises BoardBusy when others wrote for longer than the patience
        lasts, and BoardError when SQLite could not write.
        """
        return _Alone(self._lock, self.connection, self.path)

    def steady(self) -> _Steady:
        """Keep what is read the same until leaving, whoever writes or rebuilds the views."""
        return _Steady(self.connection)

    def say(self, facts: list[Fact], actor: str) -> None:
        """Add events inside `alone`."""
        position, last, digest = self.connection.execute(_TAIL).fetchone() or (0, 0, GENESIS)
        now = max(time.time_ns() // 1000, last)
        for fact in facts:
            if self.has(fact.id) or is_closed(self.connection, fact.stream):
                continue
            position += 1
            version = self.connection.execute(_VERSION, (fact.stream,)).fetchone()[0] + 1
            envelope = (
                position, fact.id, fact.stream, version, fact.type, 1,
                fact.project or None, actor, fact.occurred_at, now, None, None,
            )  # fmt: skip
            payload_sha256 = payload_hash(fact.payload.encode())
            digest = link(digest, envelope, payload_sha256)
            self.connection.execute(
                f"INSERT INTO events ({_COLUMNS}) VALUES ({', '.join('?' * 15)})",
                (*envelope, fact.payload, payload_sha256, digest),
            )

    def told(self, session: str) -> set[str]:
        """The ids of all that a session was told, by the events themselves: views may lag."""
        rows = self.connection.execute(
            "SELECT items.value FROM events, json_each(events.payload, '$.items') AS items "
            "WHERE events.stream = ? AND events.type = 'context.injected' "
            "AND events.payload IS NOT NULL",
            (f"context:{session}",),
        )
        return {item for (item,) in rows}

    def tidy(self) -> None:
        """Close properly when the write-ahead log has grown, which empties it.

        A process that simply ends leaves the log as it is, and the next one must read all of it;
        nor would it ever begin anew, for what was copied back is forgotten each time.
        """
        try:
            if os.stat(f"{self.path}-wal").st_size < _LONGEST_WAL:
                return
            with self._lock:
                self.connection.close()
        except (OSError, BoardBusy, _sqlite3.Error):
            return  # the next one will

    def is_folded(self) -> bool:
        """Whether there are views at all; on a board that nobody has read yet there are none."""
        return self._is_any("SELECT 1 FROM sqlite_master WHERE name = 'project_aliases'")

    def has(self, event_id: str) -> bool:
        """Whether an event of that id is on the board."""
        return self._is_any("SELECT 1 FROM events WHERE id = ?", event_id)

    def has_unseen_end(self) -> bool:
        """Whether a turn or a session ended that no worker has seen."""
        return self._is_any(_UNSEEN_END)

    def has_ready_work(self) -> bool:
        """Whether the views say that work is ready."""
        return self.is_folded() and self._is_any("SELECT 1 FROM view_work WHERE state = 'ready'")

    def _is_any(self, query: str, *values: str) -> bool:
        return self.connection.execute(f"{query} LIMIT 1", values).fetchone() is not None


class _Steady:
    """A read transaction."""

    def __init__(self, connection: _sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


class _Alone:
    """A write transaction behind the lock of all writers."""

    def __init__(self, lock: FileLock, connection: _sqlite3.Connection, path: str) -> None:
        self._lock = lock
        self._connection = connection
        self._path = path

    def __enter__(self) -> None:
        self._lock.acquire()
        try:
            # As everywhere: a crash of the machine may lose the last moments, never the file.
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute("PRAGMA wal_autocheckpoint = 0")  # see `tidy`
            self._connection.execute("BEGIN IMMEDIATE")
        except BaseException as error:
            self._lock.release()
            raise self._ours(error) from error

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if self._connection.in_transaction:  # on some errors SQLite takes it back itself
                self._connection.execute("ROLLBACK" if error else "COMMIT")
        except _sqlite3.Error as failure:
            raise self._ours(failure) from failure
        finally:
            self._lock.release()
        if isinstance(error, _sqlite3.Error):
            raise self._ours(error) from error

    def _ours(self, error: BaseException) -> BaseException:
        if not isinstance(error, _sqlite3.Error):
            return error
        busy = "locked" in str(error) or "busy" in str(error)
        return (BoardBusy if busy else BoardError)(f"{self._path}: SQLite says: {error}")


def _text(raw: bytes) -> str:
    """What SQLite gives for a text, which may be half of a surrogate pair that was cut."""
    return raw.decode("utf-8", "replace")


def _uri(path: str) -> str:
    """A file as an address, for reading alone where it may not be written."""
    mode = "rw" if os.access(path, os.W_OK) else "ro"
    escaped = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{escaped}?mode={mode}"
