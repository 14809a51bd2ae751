"""Exchanging with teams in the background: one process at a time, and what went wrong last."""

from __future__ import annotations

import os
import time
from pathlib import Path

from blackboard import Board, atomic_file
from blackboard.file_lock import FileLock
from blackboard.plugins import contents
from lessonboard.bootstrap import App
from lessonboard.hooks.exchange_due import exchange_mark

_MOST_FAULTS = 20


def begin(path: Path) -> None:
    """Let hooks start exchanges from now on; until one finds no team."""
    Path(exchange_mark(str(path))).touch(mode=0o600)


def exchange(app: App) -> None:
    """Exchange once, behind everything else, as hooks start it."""
    if hasattr(os, "nice"):
        os.nice(10)
    with app.open() as board:
        exchange_on(board, app.path)


def exchange_on(board: Board, path: Path) -> bool:
    """Let parts exchange with others, unless another process does so at this moment.

    What came is folded, so that hooks show it. The time of the beginning and what went wrong are
    kept beside the board, while there is anyone to exchange with.

    Returns whether this process did.
    """
    lock = FileLock(f"{exchange_mark(str(path))}.lock")
    try:
        if not lock.try_acquire():
            return False
        began, asked = time.time(), _asked(path)
        found = [also(board) for also in contents.part("sweep")]
        _note(path, began, asked, [each for each in found if each is not None])
        board.catch_up()
        return True
    finally:
        lock.close()


def faults(path: Path) -> list[str]:
    """Return what went wrong in the last exchange."""
    try:
        return Path(exchange_mark(str(path))).read_text().splitlines()
    except OSError:
        return []


def _asked(path: Path) -> int:
    """When somebody last asked for exchanges, or one began; 0 for never."""
    try:
        return Path(exchange_mark(str(path))).stat().st_mtime_ns
    except OSError:
        return 0


def _note(path: Path, began: float, asked: int, found: list[list[str]]) -> None:
    mark = Path(exchange_mark(str(path)))
    if not found:
        if _asked(path) == asked:  # else somebody to exchange with came meanwhile
            mark.unlink(missing_ok=True)
        return
    lines = [" ".join(fault.split()) for each in found for fault in each][:_MOST_FAULTS]
    atomic_file.write(mark, "".join(f"{line}\n" for line in lines).encode())
    os.utime(mark, (began, began))
