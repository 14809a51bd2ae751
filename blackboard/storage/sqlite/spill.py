"""Facts that hooks could not write because the board was busy, kept beside it until it is not.

One JSON object a line. Whoever reads the board for longer than a moment takes them in first.
The lock on the file itself keeps a line from being added between reading and emptying.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from blackboard.storage.sqlite.quick import Json

_MOST_BYTES = 16 << 20


def spill_path(board: str) -> str:
    """The file beside a board."""
    return f"{board}.spill.jsonl"


def spill(board: str, lines: list[str]) -> None:
    """Add lines to the file, which is made for its owner only.

    Raises:
        OSError: it cannot be written, or has grown beyond all measure.
    """
    flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND
    descriptor = os.open(spill_path(board), flags, 0o600)
    try:
        _lock(descriptor)
        if os.fstat(descriptor).st_size > _MOST_BYTES:
            raise OSError(f"{spill_path(board)} holds too much already")
        os.write(descriptor, "".join(f"{line}\n" for line in lines).encode())
    finally:
        os.close(descriptor)


def has_spilt(board: str) -> bool:
    """Whether something waits to be taken in."""
    try:
        return os.stat(spill_path(board)).st_size > 0
    except OSError:
        return False


def spilt_items(board: str, json: Json, session: str) -> set[str]:
    """The ids of all that a session was told while the board was busy."""
    if not has_spilt(board):
        return set()
    found: set[str] = set()
    with open(spill_path(board), encoding="utf-8", errors="replace") as file:
        for line in file:
            if "context.injected" in line and session in line:
                found.update(json.items(line, "$.payload.items"))
    return found


def drain(board: str, take: Callable[[list[bytes]], None]) -> None:
    """Give all lines to `take` and empty the file when it returns."""
    try:
        descriptor = os.open(spill_path(board), os.O_RDWR)
    except OSError:
        return
    try:
        _lock(descriptor)
        raw = os.read(descriptor, 2 * _MOST_BYTES)
        if raw:
            take([line for line in raw.split(b"\n") if line.strip()])
            os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Wait for the file's lock, which goes away with the descriptor."""
    try:
        import fcntl
    except ImportError:
        return  # where there is none, a line more or less at that very moment is the price
    fcntl.flock(descriptor, fcntl.LOCK_EX)
