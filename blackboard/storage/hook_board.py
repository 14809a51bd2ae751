"""The board as the hooks of agents use it: to look something up, to add an event, and be gone.

It folds nothing, makes no board, migrates none, and waits no longer than its caller allows.
Light to import: of the standard library only what is quick, and no `sqlite3` package, whose
date and time adapters are not needed here. Rows are made where the log makes its own
(`sqlite/tail.py`); what cannot be written now goes to the outbox.
"""

from __future__ import annotations

import os
import time

from blackboard import ids
from blackboard.errors import BoardBusy, BoardError, BoardReplaced, CannotOpen
from blackboard.file_lock import FileLock
from blackboard.storage.sqlite import held
from blackboard.storage.sqlite.aliases import project_of_alias
from blackboard.storage.sqlite.decisions import is_off, is_off_by_alias
from blackboard.storage.sqlite.header import FORMAT, read_header
from blackboard.storage.sqlite.tail import FOLLOWS, INSERT, REWRITE_DUE, SWEPT, Tail, is_closed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3 as _sqlite3

    from blackboard.delivery.limits import Limits
    from blackboard.delivery.result import Delivery
    from blackboard.delivery.situation import Situation
    from blackboard.guards.active import ActiveGuard
    from blackboard.storage.sqlite_json import Json
else:
    import _sqlite3

_BUSY = 0.25
"""Seconds to wait for SQLite's own locks, which others hold for a moment; on a busy machine that is
longer."""

_LONGEST_WAL = 1 << 19
_UNSEEN_END = (
    "SELECT 1 FROM events WHERE type IN ('turn.ended', 'session.ended') AND position > "
    "(SELECT COALESCE(MAX(position), 0) FROM checkpoints WHERE name = 'reader:dispatcher')"
)


class PendingEvent:
    """An event of a hook; `payload` is JSON, `id` is given where the event may come twice.

    It has its id from the start, so that it is on the board once, by whichever way it comes there.
    """

    __slots__ = ("id", "occurred_at", "payload", "project", "schema", "stream", "type")

    def __init__(
        self,
        type: str,
        stream: str,
        payload: str,
        project: str | None,
        id: str | None = None,
        schema: int = 1,
    ) -> None:
        self.type = type
        self.stream = stream
        self.payload = payload
        self.project = project
        self.schema = schema
        self.occurred_at = time.time_ns() // 1000
        self.id = id or ids.fresh(self.occurred_at)

    def line(self, json: Json, actor: str) -> str:
        """The event as it waits in the outbox."""
        from blackboard.storage.sqlite_json import Raw

        return json.object(
            type=self.type,
            stream=self.stream,
            payload=Raw(self.payload),
            project=self.project,
            actor=actor,
            occurred_at=self.occurred_at,
            id=self.id,
            schema=self.schema,
        )


class HookBoard:
    """A board's file, opened for a moment.

    Args:
        path: the file.
        patience: seconds to wait for others who write.

    Raises:
        CannotOpen: there is no board, or it is another program's, damaged, older or newer.
    """

    def __init__(self, path: str, patience: float) -> None:
        self.path = path
        self._lock = FileLock(f"{path}.lock", patience)
        with held.OPENING:
            version = None if held.is_held(path) else _format(path, read_header(path))
            self._connection = _sqlite3.connect(
                _uri(path), uri=True, isolation_level=None, timeout=_BUSY
            )
            self._held = held.hold(path)
        if version is None:
            _format(path, self._connection.execute("PRAGMA user_version").fetchone()[0])

    def writing(self) -> _Writing:
        """Keep all others from writing, with a transaction of one's own.

        Entering and leaving raises BoardBusy when others wrote for longer than the patience
        lasts, and BoardError when SQLite could not write.
        """
        return _Writing(self._lock, self._connection, self.path, self._held)

    def reading(self) -> _Reading:
        """Read from one snapshot until leaving, whatever is written or rebuilt meanwhile."""
        return _Reading(self._connection)

    def append(self, events: list[PendingEvent], actor: str) -> None:
        """Add events inside `writing`.

        Raises:
            BoardBusy: the log is elsewhere; what waits in the outbox is sent there later.
        """
        if self._is_any("SELECT 1 FROM checkpoints WHERE name = ?", FOLLOWS):
            raise BoardBusy(f"{self.path} follows a log elsewhere, and takes no events itself")
        if not events:
            return
        tail = Tail(self._connection, events[0].stream, time.time_ns() // 1000)
        rows = [
            tail.row(
                event.id, event.stream, event.type, event.payload.encode(),
                schema=event.schema, project=event.project, actor=actor,
                occurred_at=event.occurred_at,
            )
            for event in events
            if tail.takes(event.id, event.stream)
        ]  # fmt: skip
        self._connection.executemany(INSERT, rows)

    def tidy(self) -> None:
        """Close properly when the write-ahead log has grown, which empties it.

        A process that simply ends leaves the log as it is, and the next one must read all of it;
        nor would it ever begin anew, for what was copied back is forgotten each time.
        """
        try:
            if os.stat(f"{self.path}-wal").st_size < _LONGEST_WAL:
                return
            with self._lock:
                self._close()
        except (OSError, BoardBusy, _sqlite3.Error):
            return  # the next one will

    def close(self) -> None:
        """Close the file, as tests do; a hook simply ends."""
        self._close()
        self._lock.close()

    def is_folded(self) -> bool:
        """Whether there are views; a board that was never read has none."""
        return self._is_any("SELECT 1 FROM sqlite_master WHERE name = 'project_aliases'")

    def has(self, event_id: str) -> bool:
        """Whether an event of that id is on the board."""
        return self._is_any("SELECT 1 FROM events WHERE id = ?", event_id)

    def knows(self, event_id: str) -> bool:
        """Whether an event of that id is on the board, or waits beside it."""
        from blackboard.storage import outbox

        return self.has(event_id) or outbox.holds(self.path, event_id)

    def has_unseen_end(self) -> bool:
        """Whether a turn or a session ended that no worker has seen."""
        return self._is_any(_UNSEEN_END)

    def has_pending_erasure(self) -> bool:
        """Whether the file is still to be rewritten without what was forgotten."""
        return self._is_any("SELECT 1 FROM checkpoints WHERE name = ?", REWRITE_DUE)

    def has_ready_work(self) -> bool:
        """Whether the views say that work is ready."""
        return self.is_folded() and self._is_any("SELECT 1 FROM view_work WHERE state = 'ready'")

    def swept_at(self) -> int:
        """When the last complete sweep of this machine began, in microseconds since 1970, or 0."""
        query = "SELECT position FROM checkpoints WHERE name = ?"
        row = self._connection.execute(query, (SWEPT,)).fetchone()
        return row[0] if row else 0

    def is_closed(self, stream: str) -> bool:
        """Whether a stream accepts no further events, because it was forgotten whole."""
        return is_closed(self._connection, stream)

    def is_off(self, keys: list[str], project: str | None = None) -> bool:
        """Whether one of these keys was switched off last, or a project by any of its names."""
        if is_off(self._connection, keys):
            return True
        if not project or not self.is_folded():
            return False
        return is_off_by_alias(self._connection, project)

    def project_of(self, name: str | None) -> str | None:
        """The project that a name belongs to; an unknown name is its own project."""
        return project_of_alias(self._connection, name)

    def delivery_for(self, situation: Situation, limits: Limits) -> Delivery:
        """What to show an agent in a situation; see `delivery.delivery_for`."""
        from blackboard.storage.sqlite.delivery import delivery_for

        return delivery_for(self._connection, self.path, situation, limits)

    def delivered(self, session: str, *, ever: bool = False) -> set[str]:
        """The ids of what a session was shown, here and in the outbox; see `delivered_items`."""
        from blackboard.storage.sqlite.delivered import delivered_items

        return delivered_items(self._connection, self.path, session, ever=ever)

    def active_guards(self, project: str | None) -> list[ActiveGuard]:
        """The guards that are switched on in a project; see `storage.sqlite.guards`."""
        if not self.is_folded():
            return []
        from blackboard.storage.sqlite.guards import active_guards

        return active_guards(self._connection, self.project_of(project))

    def refused_in(self, session: str) -> set[str]:
        """The lessons whose guards refused something in a session."""
        from blackboard.storage.sqlite.guards import refused_in

        return refused_in(self._connection, self.path, session)

    def last_prompt(self, session: str) -> str:
        """What the session's user said last, where hooks wrote it down; empty where none did."""
        found = self._connection.execute(
            "SELECT json_extract(payload, '$.text') FROM events WHERE stream = ? "
            "AND type = 'message.recorded' AND json_valid(payload) ORDER BY version DESC LIMIT 1",
            (f"session:{session}",),
        ).fetchone()
        return str(found[0] or "") if found else ""

    def muted(self, session: str, project: str | None) -> set[str]:
        """The ids of what is not shown there; see `muted_items`."""
        from blackboard.storage.sqlite.muted import muted_items

        owner = project_of_alias(self._connection, project) if project else None
        return muted_items(self._connection, session, owner or project)

    def cleared_at(self, session: str) -> int:
        """When the session's context was last cleared; see `delivered.cleared_at`."""
        from blackboard.storage.sqlite.delivered import cleared_at

        return cleared_at(self._connection, self.path, session)

    def _close(self) -> None:
        with held.OPENING:
            self._connection.close()
            held.release(self._held)
            self._held = None

    def _is_any(self, query: str, *values: str) -> bool:
        return self._connection.execute(f"{query} LIMIT 1", values).fetchone() is not None


class _Reading:
    """A read transaction."""

    def __init__(self, connection: _sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


class _Writing:
    """A write transaction behind the lock of all writers."""

    def __init__(
        self,
        lock: FileLock,
        connection: _sqlite3.Connection,
        path: str,
        opened: held.Identity | None,
    ) -> None:
        self._lock = lock
        self._connection = connection
        self._path = path
        self._opened = opened

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
                self._end("ROLLBACK" if error else "COMMIT")
        except _sqlite3.Error as failure:
            raise self._ours(failure) from failure
        finally:
            self._lock.release()
        if isinstance(error, _sqlite3.Error):
            raise self._ours(error) from error

    def _end(self, statement: str) -> None:
        if statement == "COMMIT":
            try:
                held.refuse_replaced(self._path, self._opened)
            except BoardReplaced:
                self._connection.execute("ROLLBACK")
                raise
        self._connection.execute(statement)

    def _ours(self, error: BaseException) -> BaseException:
        if not isinstance(error, _sqlite3.Error):
            return error
        busy = "locked" in str(error) or "busy" in str(error)
        return (BoardBusy if busy else BoardError)(f"{self._path}: SQLite says: {error}")


def _format(path: str, version: int | None) -> int:
    if version != FORMAT:
        raise CannotOpen(
            f"{path} has format {version}, {FORMAT} is needed; run `lessonboard doctor`"
        )
    return version


def _uri(path: str) -> str:
    """A file as an address, for reading alone where it may not be written."""
    mode = "rw" if os.access(path, os.W_OK) else "ro"
    escaped = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{escaped}?mode={mode}"
