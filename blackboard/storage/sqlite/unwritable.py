"""Opening a board in a folder that may not be written, where SQLite cannot make its index.

A file with a write-ahead log is read by an index beside it (`-shm`) that SQLite makes where there
is none (https://www.sqlite.org/wal.html#read_only_databases).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

from blackboard.errors import BoardBusy, CannotOpen

How = Literal["shared", "unchanging", "copy"]
Signature = tuple[int, ...]
"""Inode, size and time of change of a file and of its write-ahead log."""

_TRIES = 3
_NONE = (0, 0, 0)


def how(*, folder_is_writable: bool, has_index: bool, log_bytes: int) -> How:
    """How a board is read: with SQLite's index, or as a file that does not change, or a copy.

    Without an index a write-ahead log that holds something would not be read, so it is emptied
    into a copy. One that is empty says that no program has the board open to write; a later one
    shows in the `signature`.
    """
    if folder_is_writable or has_index:
        return "shared"
    return "copy" if log_bytes else "unchanging"


def way(path: Path) -> How:
    """How the board at a path is read."""
    return how(
        folder_is_writable=os.access(path.parent, os.W_OK),
        has_index=os.access(f"{path}-shm", os.R_OK),
        log_bytes=signature(path)[4],
    )


def signature(path: Path) -> Signature:
    """What changes whenever somebody writes to a board or its write-ahead log."""
    return (*_signature(path), *_signature(f"{path}-wal"))


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of a board with all that its write-ahead log holds, for as long as it is opened.

    Raises:
        BoardBusy: another program keeps writing.
        CannotOpen: it cannot be read, or there is no room for the copy.
    """
    import logging  # slow to import, like tempfile
    import tempfile

    with tempfile.TemporaryDirectory(prefix="lessonboard-") as folder:
        copy = Path(folder) / path.name
        try:
            _copy_unchanged(path, copy)
        except OSError as error:
            raise CannotOpen(f"could not copy {path} to {folder}: {error.strerror}") from error
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        logging.getLogger(__name__).warning(
            "%s is in a folder that may not be written, and its write-ahead log holds more; "
            "a temporary copy is read",
            path,
        )
        yield copy


def _copy_unchanged(path: Path, copy: Path) -> None:
    for _ in range(_TRIES):
        before = signature(path)
        for ending in ("", "-wal"):
            _copy(f"{path}{ending}", f"{copy}{ending}")
        if signature(path) == before:
            return
    raise BoardBusy(f"{path} is being written by another program; try again")


def _copy(source: str, target: str) -> None:
    from shutil import copyfileobj

    with Path(source).open("rb") as read, os.fdopen(_private(target), "wb") as written:
        copyfileobj(read, written)


def _private(path: str) -> int:
    return os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)


def _signature(path: Path | str) -> Signature:
    try:
        found = Path(path).stat()
    except OSError:
        return _NONE
    return found.st_ino, found.st_size, found.st_mtime_ns
