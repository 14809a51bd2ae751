"""Which files this process holds open through SQLite, so that nobody opens and closes them again.

POSIX locks belong to the process: closing any descriptor of a file gives up all locks that the
process has on it, those of SQLite's other connections too
(https://www.sqlite.org/howtocorrupt.html, section 2.2).
"""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from pathlib import Path
from typing import Any

Key = tuple[int, int]
"""Device and number of a file."""

OPENING = threading.RLock()
"""Held while a file is looked at and opened."""

_held: Counter[Key] = Counter()


def is_held(path: Path) -> bool:
    """Whether this process has a connection to a file."""
    key = _key(path)
    return key is not None and _held[key] > 0


class HeldConnection(sqlite3.Connection):
    """A connection that is counted from `hold` until it is closed."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._key: Key | None = None

    def hold(self, path: Path) -> None:
        """Count this connection as one to a file."""
        self._key = _key(path)
        if self._key is not None:
            _held[self._key] += 1

    def close(self) -> None:
        """Close the connection, and count it no more."""
        with OPENING:
            super().close()
            key, self._key = self._key, None
            if key is not None:
                _held[key] -= 1


def _key(path: Path) -> Key | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
