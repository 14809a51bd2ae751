"""A lock per recording: two parallel runs would pay twice for the same answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from blackboard import Board
from blackboard.digests import sha256
from blackboard.file_lock import FileLock


@contextmanager
def only_one(board: Board, recording: str, waiting: Callable[[], None]) -> Iterator[None]:
    """Lock a recording; the lock ends with the process, even if it is killed.

    Args:
        board: its file's folder holds the lock file; an in-memory board needs none.
        recording: the recording's id.
        waiting: called before waiting for another run.
    """
    if board.path is None:
        yield
        return
    name = sha256(recording.encode()).hexdigest()[:16]
    path = Path(f"{board.path}-reflecting-{name}.lock")
    lock = FileLock(path)
    try:
        _take(lock, waiting)
        try:
            yield
        finally:
            with suppress(OSError):  # Windows cannot remove an open file
                path.unlink()
    finally:
        lock.close()


def _take(lock: FileLock, waiting: Callable[[], None]) -> None:
    """Acquire the lock on the current file; the previous holder may have removed an older one."""
    has_reported = False
    while not lock.is_current():
        lock.close()
        if not lock.try_acquire():
            if not has_reported:
                waiting()
            has_reported = True
            lock.acquire()
