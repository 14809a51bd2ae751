"""One run at a time for each recording: two would pay twice for the same answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from blackboard import Board
from blackboard.digests import sha256
from blackboard.file_lock import FileLock


@contextmanager
def only_one(board: Board, recording: str, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold a recording; the lock goes away with the process, however that ends.

    Args:
        board: beside its file lies that of the lock; one in memory has no other users.
        recording: the recording's id.
        waiting: is called before it waits for another run.
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
            with suppress(OSError):  # where an open file cannot be removed, it stays
                path.unlink()
    finally:
        lock.close()


def _take(lock: FileLock, waiting: Callable[[], None]) -> None:
    """Hold the lock by the file that others will open: who was before may have removed another."""
    is_told = False
    while not lock.is_current():
        lock.close()
        if not lock.try_acquire():
            if not is_told:
                waiting()
            is_told = True
            lock.acquire()
