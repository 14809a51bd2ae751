"""A fair lock between the processes that write to one file, light enough for hooks.

SQLite's own waiting is a sleep that grows, so among eight writers some starve for seconds
(docs/performance.md). The operating system's lock on a file beside the database serves them
nearly in turn, and goes away with the process that held it, however that ended.
"""

from __future__ import annotations

import os
import sys
import time

from blackboard.errors import BoardBusy, CannotOpen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class FileLock:
    """An exclusive lock on a side file; reentrant use is the caller's business."""

    def __init__(self, path: Path | str, timeout: float | None = None) -> None:
        self._path = path
        self._timeout = timeout
        self._descriptor: int | None = None

    def acquire(self) -> None:
        """Wait until the lock is ours.

        Raises:
            BoardBusy: a timeout was set and is over.
        """
        descriptor = self._open()
        if self._timeout is None:
            _lock(descriptor)
            return
        deadline = time.monotonic() + self._timeout
        while not _try_lock(descriptor):
            if time.monotonic() >= deadline:
                raise BoardBusy(
                    f"waited {self._timeout:g} s for {self._path}: another process is writing; "
                    "try again when it is done"
                )
            time.sleep(0.001)

    def try_acquire(self) -> bool:
        """Take the lock if it is free at this moment."""
        return _try_lock(self._open())

    def release(self) -> None:
        """Give the lock back."""
        if self._descriptor is not None:
            _unlock(self._descriptor)

    def close(self) -> None:
        """Close the side file, which also gives the lock back."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def is_current(self) -> bool:
        """Whether the side file is still the one that is open here, and not removed or another."""
        if self._descriptor is None:
            return False
        try:
            found = os.stat(self._path)  # noqa: PTH116 - hooks start without pathlib
        except OSError:
            return False
        return os.path.samestat(found, os.fstat(self._descriptor))

    def __enter__(self) -> FileLock:
        self.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def _open(self) -> int:
        if self._descriptor is None:
            try:
                self._descriptor = os.open(self._path, os.O_CREAT | os.O_RDWR | _CLOEXEC, 0o600)
            except OSError as error:
                raise CannotOpen(f"could not open {self._path}: {error.strerror}") from error
        return self._descriptor


_CLOEXEC = getattr(os, "O_CLOEXEC", 0)

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        while not _try_lock(descriptor):
            time.sleep(0.001)

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
