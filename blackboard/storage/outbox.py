"""The outbox: events that hooks could not append immediately, kept in a file beside the board.

One JSON object a line. They are ingested before the board is read for longer than a moment
(`ingestion.py`). The lock on the file itself keeps a line from being added between reading and
emptying; it is taken after that of the board, never before, so that adding waits for no writer.
"""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
_MOST_BYTES = 16 << 20
_PATIENCE = 0.05


def outbox_path(board: str) -> str:
    """The file beside a board; its name is that of the first version, whose events it may hold."""
    return f"{board}.spill.jsonl"


def refused_path(board: str) -> str:
    """The file beside a board for lines of its outbox that hold no event."""
    return f"{outbox_path(board)}.refused"


def sending_path(board: str) -> str:
    """The file beside a copy of a log elsewhere for lines that are on their way there."""
    return f"{outbox_path(board)}.sending"


def add(board: str, lines: Callable[[], list[str]]) -> None:
    """Add lines to the file, which is made for its owner only: all of them or none.

    Args:
        board: the board's file.
        lines: gives them, called when no one else can add or take any.

    Raises:
        OSError: it cannot be written, is locked, or has grown beyond all measure.
    """
    flags = os.O_CREAT | os.O_RDWR | os.O_APPEND
    descriptor = os.open(outbox_path(board), flags, 0o600)
    try:
        _lock(descriptor, _PATIENCE)
        size = os.fstat(descriptor).st_size
        if size > _MOST_BYTES:
            raise OSError(f"{outbox_path(board)} holds too much already")
        data = "".join(f"{line}\n" for line in lines()).encode()
        if os.write(descriptor, data) < len(data):
            os.ftruncate(descriptor, size)
            raise OSError(f"no room for {len(data)} bytes in {outbox_path(board)}")
    finally:
        os.close(descriptor)


def is_waiting(board: str) -> bool:
    """Whether something waits to be ingested."""
    try:
        return os.stat(outbox_path(board)).st_size > 0
    except OSError:
        return False


def holds(board: str, event_id: str) -> bool:
    """Whether an event of that id waits to be ingested, or is on its way to a log elsewhere."""
    return any(_holds(path, event_id) for path in (outbox_path(board), sending_path(board)))


def _holds(path: str, event_id: str) -> bool:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return any(event_id in line for line in file)
    except FileNotFoundError:
        return False


class Outbox:
    """The file while it is ingested.

    Raises:
        OSError: there is none, or it cannot be opened.
    """

    def __init__(self, board: str) -> None:
        self._descriptor = os.open(outbox_path(board), os.O_RDWR)

    def lines(self) -> list[bytes]:
        """All lines; from now on no one can add one."""
        _lock(self._descriptor, None)
        raw = os.read(self._descriptor, 2 * _MOST_BYTES)
        return [line for line in raw.split(b"\n") if line.strip()]

    def empty(self) -> None:
        """Forget the lines, which are on the board now."""
        os.ftruncate(self._descriptor, 0)

    def close(self) -> None:
        """Let others add to the file again."""
        os.close(self._descriptor)


def _lock(descriptor: int, patience: float | None) -> None:
    """Take the file's lock, which goes away with the descriptor.

    Raises:
        OSError: others held it for longer than the patience, in seconds, lasted.
    """
    try:
        import fcntl
    except ImportError:
        return None  # where there is none, a line more or less at that very moment is the price
    if patience is None:
        return fcntl.flock(descriptor, fcntl.LOCK_EX)
    deadline = time.monotonic() + patience
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise
            time.sleep(0.001)
