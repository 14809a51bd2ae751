"""Which files this process has open through SQLite, and whether they are still those files.

POSIX locks belong to the process: closing any descriptor of a file gives up all locks that the
process has on it, those of SQLite's other connections too
(https://www.sqlite.org/howtocorrupt.html, section 2.2). So code that opens a board's file, with
SQLite or without, does it under `OPENING`, and without SQLite only where `is_held` denies it.
Light to import, because hooks open boards too.
"""

from __future__ import annotations

import os
from _thread import RLock

from blackboard.errors import BoardReplaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    Identity = tuple[int, int]
    """Device and inode of a file."""

OPENING = RLock()
"""Held while a file is looked at and opened."""

_held: dict[Identity, int] = {}
"""The number of connections to each file."""


def identity(path: Path | str) -> Identity | None:
    """Which file is at a path now; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - hooks start without pathlib
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_held(path: Path | str) -> bool:
    """Whether this process has a connection to a file."""
    return identity(path) in _held


def hold(path: Path | str) -> Identity | None:
    """Count one more connection to a file; returns what to `release` when it is closed."""
    key = identity(path)
    if key is not None:
        _held[key] = _held.get(key, 0) + 1
    return key


def release(key: Identity | None) -> None:
    """Count one connection less."""
    if key is None or key not in _held:
        return
    _held[key] -= 1
    if not _held[key]:
        del _held[key]


def refuse_replaced(path: Path | str, opened: Identity | None) -> None:
    """Refuse to go on with a file that is no longer the one that was opened.

    SQLite would write to it as long as it is open, though no one else can find it.

    Raises:
        BoardReplaced: it was deleted or moved, and there may be another one in its place.
    """
    if identity(path) != opened:
        raise BoardReplaced(path)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_held.clear)  # a child inherits no POSIX locks
