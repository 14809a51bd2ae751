"""Opening a board's file, and where SQLite's errors become ours."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from blackboard.errors import (
    BoardBusy,
    BoardError,
    BoardFull,
    BoardReadOnly,
    CannotOpen,
    DamagedBoard,
    NewerBoard,
)
from blackboard.file_lock import FileLock
from blackboard.private_folder import make_private_folder
from blackboard.storage.sqlite import unwritable
from blackboard.storage.sqlite.header import read_header
from blackboard.storage.sqlite.held import (
    OPENING,
    hold,
    identity,
    is_held,
    refuse_replaced,
    release,
)
from blackboard.storage.sqlite.migrations import MIGRATIONS, migrate

if TYPE_CHECKING:
    from blackboard.storage.sqlite.held import Identity

SQLITE = sqlite3.sqlite_version_info
"""The version of SQLite in use."""

OLDEST_SQLITE = (3, 37, 0)
"""STRICT tables, and upserts that keep a row's rowid."""

_BUSY_SECONDS = 30.0
_PAGES_BETWEEN_CHECKPOINTS = 10_000


class HeldConnection(sqlite3.Connection):
    """A connection to a file, counted as one from `hold` until it is closed."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._files: dict[str, Identity | None] = {}
        self._held: Identity | None = None
        self._path = Path()
        self.unchanging: unwritable.Signature | None = None

    def hold(self, path: Path) -> None:
        """Count this connection as one to a file."""
        self._path = path
        self._held = self._files[str(path)] = hold(path)

    def hold_log(self, path: Path) -> None:
        """Remember the write-ahead log, which stays the same as long as it is open."""
        self.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()  # opens it
        log = f"{path}-wal"
        self._files[log] = identity(log)

    def refuse_replaced(self) -> None:
        """See `held.refuse_replaced`; of the file and its write-ahead log."""
        for path, opened in self._files.items():
            refuse_replaced(path, opened)

    def refuse_changed(self) -> None:
        """Refuse what was read without SQLite's locks, if somebody has written since it was opened.

        Raises:
            BoardBusy: somebody has.
        """
        if self.unchanging and self.unchanging != unwritable.signature(self._path):
            raise BoardBusy(f"{self._path} was written while it was read; try again")

    def close(self) -> None:
        """Close the connection, and no longer count it."""
        with OPENING:
            held, self._held = self._held, None
            if held is not None and identity(self._path) != held:
                # SQLite empties the log into a file at its end, but not into one that was moved.
                with suppress(sqlite3.Error):
                    self.execute("PRAGMA wal_checkpoint(PASSIVE)")
            super().close()
            release(held)


def connect(
    path: Path | None, lock: FileLock | None, *, read_only: bool, timeout: float | None = None
) -> HeldConnection:
    """A checked, migrated connection to the board at `path`, or to a new one in memory.

    With `timeout` other programs that hold SQLite's lock are waited for so many seconds, else for
    30.

    Raises:
        NotABoard: the file belongs to another program.
        NewerBoard: the file's format is newer than this program.
        DamagedBoard: SQLite cannot read the file.
        CannotOpen: the file cannot be made or read, or SQLite is too old.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise CannotOpen(f"SQLite {sqlite3.sqlite_version} is too old, 3.37 is needed")
    if path is None:
        connection = _open(":memory:", uri=False)
        migrate(connection)
        return connection
    with OPENING:
        if lock is not None:
            _create_private(path, lock)
        if not is_held(path) and read_header(path) is None and read_only:
            raise BoardReadOnly(str(path))
        with wrap_errors(path):
            connection = _open_to_read(path, timeout) if read_only else _open_file(path, timeout)
        connection.hold(path.absolute())
    with wrap_errors(path):
        try:
            _prepare(connection, path, lock)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def wrap_errors(path: Path | str | None) -> Iterator[None]:
    """Turn `sqlite3` errors into the errors of this package.

    SQLite's extended codes are used where the driver gives them, its messages nowhere.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise ours(error, path) from error
    except (UnicodeDecodeError, orjson.JSONDecodeError) as error:
        # Texts are UTF-8 and JSON when they are written. SQLite's own messages about a damaged
        # schema quote it, and cannot be decoded then.
        raise DamagedBoard(path or ":memory:", f"a text cannot be read: {error}") from error


def ours(error: sqlite3.Error, path: Path | str | None) -> BoardError:
    """The error of this package that an error of SQLite means."""
    path = path or ":memory:"
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return BoardFull(str(path)) if _disk_is_full(path, code) else _other(error, path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return BoardReadOnly(str(path))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return BoardBusy(f"{path} is locked by another program; close it and try again")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DamagedBoard(path, str(error))
        case 0 if "decode to UTF-8" in str(error):  # the driver's own error, without a code
            return DamagedBoard(path, "a text is no UTF-8")
        case _:
            return _other(error, path)


def _disk_is_full(path: Path | str, code: int) -> bool:
    if code == sqlite3.SQLITE_FULL:
        return True
    try:
        disk = os.statvfs(Path(path).parent)
    except (OSError, AttributeError):
        return False
    return disk.f_bavail * disk.f_frsize < 1 << 20


def _other(error: sqlite3.Error, path: Path | str) -> BoardError:
    return BoardError(f"{path}: SQLite says: {error}")


def _open(name: str, *, uri: bool, timeout: float | None = None) -> HeldConnection:
    return sqlite3.connect(
        name,
        uri=uri,
        isolation_level=None,
        timeout=_BUSY_SECONDS if timeout is None else min(timeout, _BUSY_SECONDS),
        check_same_thread=False,
        cached_statements=256,
        factory=HeldConnection,
    )


def _open_file(path: Path, timeout: float | None, mode: str = "rw") -> HeldConnection:
    return _open(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=timeout)


def _open_to_read(path: Path, timeout: float | None) -> HeldConnection:
    match unwritable.way(path):
        case "shared":
            return _open_file(path, timeout, "ro")
        case "copy":
            with unwritable.copied(path) as copy:  # which goes on without its name
                return _open_file(copy, timeout, "ro&immutable=1")
        case "unchanging":
            before = unwritable.signature(path)
            connection = _open_file(path, timeout, "ro&immutable=1")
            connection.unchanging = before
            return connection


def _create_private(path: Path, lock: FileLock) -> None:
    """Make the file before SQLite does: for its owner only, like the files beside it.

    What a board that was deleted left beside it goes: programs that still have that board open
    would otherwise share its index of the write-ahead log with the new one.
    """
    if path.exists():
        return
    try:
        make_private_folder(path.parent)
        with lock:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
            for ending in ("-wal", "-shm"):
                Path(f"{path}{ending}").unlink(missing_ok=True)
    except FileExistsError:
        pass
    except OSError as error:
        raise CannotOpen(f"could not make {path}: {error.strerror}") from error


def _prepare(connection: HeldConnection, path: Path, lock: FileLock | None) -> None:
    """Migrate a file that may be written, and set it up; only ever one process at a time."""
    if lock is None:
        connection.execute("PRAGMA temp_store = MEMORY")  # views of the past
        if _format(connection, path) < len(MIGRATIONS):
            raise BoardReadOnly(str(path))
        return
    with lock:
        if _format(connection, path) < len(MIGRATIONS):
            migrate(connection)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        # Only now, so that the file's own header says whose it is from the first moment.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.hold_log(path.absolute())
    # A crash of the machine may lose the last moments, never the file's soundness.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_BETWEEN_CHECKPOINTS}")


def _format(connection: sqlite3.Connection, path: Path) -> int:
    """The number of migrations the file has seen."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise NewerBoard(path, version, len(MIGRATIONS))
    return version
