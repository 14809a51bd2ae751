"""One run at a time for each recording: two would pay twice for the same answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from blackboard import Board
from blackboard.digests import sha256
from blackboard.storage.sqlite.lock import FileLock


@contextmanager
def only_one(board: Board, recording: str, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold a recording; the lock goes away with the process, however that ends.

    Args:
        board: beside its file lies that of the lock; one in memory has no other users.
        recording: the recording's id.
        waiting: is called before it waits for another run.
    """
    if board.log.path is None:
        yield
        return
    name = sha256(recording.encode()).hexdigest()[:16]
    lock = FileLock(Path(f"{board.log.path}-reflecting-{name}.lock"))
    try:
        if not lock.try_acquire():
            waiting()
            lock.acquire()
        yield
    finally:
        lock.close()
