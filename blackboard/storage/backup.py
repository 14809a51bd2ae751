"""A board's file as a whole: copied while others write, and put in the place of another."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from blackboard.atomic_file import CannotWrite
from blackboard.errors import BoardBusy, BoardError, CannotOpen, DamagedBoard
from blackboard.file_lock import FileLock
from blackboard.storage.sqlite.connection import HeldConnection, wrap_errors
from blackboard.storage.sqlite.header import read_header
from blackboard.storage.sqlite.held import OPENING, is_held

KEPT = ".before-restore"
"""What a replaced board is called beside the one in its place."""

_PATIENCE = 5.0
"""Seconds to wait for those who have a board open only for a moment, such as hooks."""


def copy(source: Path, to: Path) -> None:
    """Write what a board holds at one moment to a new file for its owner only.

    Others may write meanwhile; pages that hold nothing any more are left out.

    Raises:
        BoardError: there is a file already, the source is no board, or the disk is full.
    """
    with closing(_connection(source, "ro")) as connection:
        _create(to)
        try:
            with wrap_errors(to):
                connection.execute("VACUUM INTO ?", (str(to.absolute()),))
            _sync(to)
        except BaseException:
            to.unlink(missing_ok=True)
            raise


def put_in_place(new: Path, board: Path) -> Path | None:
    """Move a file to the place of a board; returns where that one is kept, if there was one.

    Raises:
        BoardBusy: a program has the board open; nothing was changed.
        CannotWrite: the files cannot be moved.
    """
    kept = Path(f"{board}{KEPT}")
    try:
        with _locked(board):
            if board.exists():
                _end_log(board)
                board.rename(kept)
            for ending in ("-wal", "-shm"):  # of a damaged board, or of one that was deleted
                if (rest := Path(f"{board}{ending}")).exists():
                    rest.replace(f"{kept}{ending}")
            new.rename(board)
    except OSError as error:
        raise CannotWrite(board, error) from error
    return kept if kept.exists() else None


def _connection(path: Path, mode: str) -> HeldConnection:
    """A connection to a board of any format this program knows; nothing is migrated."""
    with OPENING:
        if not is_held(path) and read_header(path) is None:
            raise CannotOpen(f"{path} is empty; name the file of a backup")
        with wrap_errors(path):
            connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                timeout=_PATIENCE,
                factory=HeldConnection,
            )
        connection.hold(path.absolute())
    return connection


@contextmanager
def _locked(board: Path) -> Iterator[None]:
    """Keep others from writing to a board, and from opening it to write."""
    lock = FileLock(Path(f"{board}.lock"), _PATIENCE)
    try:
        with lock:
            yield
    finally:
        lock.close()


def _end_log(board: Path) -> None:
    """Bring the write-ahead log into the file, unless that is damaged; if no one else reads it.

    Raises:
        BoardBusy: another program has it open.
    """
    try:
        with closing(_connection(board, "rw")) as connection, wrap_errors(board):
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except BoardBusy as error:
        raise BoardBusy(
            f"nothing was changed: another program has {board} open, such as a worker, an agent's "
            "session or `lessonboard web`; end it and run the same command again"
        ) from error
    except (CannotOpen, DamagedBoard):
        return


def _create(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
    except FileExistsError as error:
        raise BoardError(f"there is a file at {path}; name one that does not exist yet") from error
    except OSError as error:
        raise CannotWrite(path, error) from error


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
