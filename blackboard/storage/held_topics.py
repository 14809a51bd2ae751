"""Whether a board holds events about some topics, asked before anything of it is imported."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3 as _sqlite3
    from collections.abc import Iterable
else:
    import _sqlite3

_PATIENCE = 0.25
_OF_A_TOPIC = "SELECT 1 FROM events WHERE type > ? || '.' AND type < ? || '/' LIMIT 1"
"""By the index of types: a slash comes after the full stop."""


def holds(path: str, topics: Iterable[str]) -> bool:
    """Whether it holds an event of a type such as `topic.happened`; a file that is no board none.

    The connection cannot write, so that closing it leaves the write-ahead log as it is.
    """
    if not os.path.exists(path):  # noqa: PTH110 # pathlib is slow to import
        return False
    place = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")  # noqa: PTH100
    try:
        connection = _sqlite3.connect(f"file:{place}?mode=ro", uri=True, timeout=_PATIENCE)
    except _sqlite3.Error:
        return False
    try:
        return any(connection.execute(_OF_A_TOPIC, (each, each)).fetchone() for each in topics)
    except _sqlite3.Error:
        return False
    finally:
        connection.close()
