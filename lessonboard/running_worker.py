"""The worker in the background of a board: which process it is, and how it is ended.

It holds a lock for as long as it lives, and writes its number into that file.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from blackboard.errors import CannotOpen
from blackboard.file_lock import FileLock
from lessonboard.hooks.background import worker_lock

_PATIENCE = 20.0
"""Seconds that a worker is given to finish what it is at."""

_STEP = 0.05


@contextmanager
def noted(board: Path) -> Iterator[None]:
    """Write this process's number into the lock that it holds, until the end of the block."""
    lock = Path(worker_lock(str(board)))
    _write(lock, str(os.getpid()))
    try:
        yield
    finally:
        _write(lock, "")


def running(board: Path) -> int | None:
    """Return the process of the board's worker; None where none runs in the background."""
    lock = Path(worker_lock(str(board)))
    if not lock.exists() or _is_free(lock):
        return None
    return _number(lock)


def stop(board: Path) -> int | None:
    """Ask the worker to stop and wait for its end; returns its process, None where none runs.

    Raises:
        TimeoutError: it is still at its item, and ends when that is done.
    """
    found = running(board)
    # Twice: what looks whether the lock is held holds it for an instant itself.
    if found is None or running(board) != found:
        return None
    try:
        os.kill(found, signal.SIGTERM)
    except ProcessLookupError:
        return None
    lock = Path(worker_lock(str(board)))
    until = time.monotonic() + _PATIENCE
    while not _is_free(lock):
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(_STEP)
    return found


def _is_free(path: Path) -> bool:
    lock = FileLock(path)
    try:
        return lock.try_acquire()
    except CannotOpen:  # where the folder may only be read
        return True
    finally:
        lock.close()


def _number(lock: Path) -> int | None:
    """Return what is written there; its first byte may be locked, as on Windows."""
    with lock.open("rb") as file:
        file.seek(1)
        said = file.read(20).strip()
    return int(said) if said.isdigit() else None


def _write(lock: Path, text: str) -> None:
    with lock.open("r+b") as file:
        file.seek(1)
        file.write(text.encode())
        file.truncate()
