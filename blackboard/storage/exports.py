"""The files that were exported from a board, by the list beside it; light to import."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

_MOST = 1 << 18
"""Characters that are read of a file; its section has a budget of tokens."""

_PATH = "SELECT CASE WHEN json_valid(?1) THEN json_extract(?1, '$.path') END"


def exports_path(board: object) -> str:
    """The file beside a board that lists what was exported from it, one JSON object a line."""
    return f"{board}.exports.jsonl"


def exported_texts(connection: sqlite3.Connection, board: object) -> Iterator[str]:
    """The texts of the exported documents that are still there; agents read no other exports.

    Args:
        connection: reads JSON, which hooks have nothing else for.
        board: the board's file.
    """
    if not os.path.isfile(exports_path(board)):
        return
    with open(exports_path(board), encoding="utf-8", errors="replace") as file:
        lines = list(file)
    for line in lines:
        (name,) = connection.execute(_PATH, (line,)).fetchone()
        if name and name.endswith(".md") and os.path.isfile(name):
            with open(name, encoding="utf-8", errors="replace") as file:
                yield file.read(_MOST)
