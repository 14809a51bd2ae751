"""One process at a time rebuilds the views of a board, or forgets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from blackboard.errors import BoardBusy
from blackboard.file_lock import FileLock


@contextmanager
def rebuilding_alone(path: Path | None, *, wait: bool = True) -> Iterator[None]:
    """Keep other processes from rebuilding the views of a board.

    Raises:
        BoardBusy: another one is rebuilding, and waiting was not asked for.
    """
    if path is None:
        yield
        return
    lock = FileLock(Path(f"{path}.replay.lock"))
    try:
        if wait:
            lock.acquire()
        elif not lock.try_acquire():
            raise BoardBusy(
                f"another process is rebuilding the views of {path}; wait for it to end"
            )
        yield
    finally:
        lock.close()
