"""Other boards in the folder of a board: copies of it by another name, such as backups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from blackboard.errors import CannotOpen
from blackboard.storage.sqlite.header import read_header
from blackboard.storage.sqlite.held import OPENING, is_held


def boards_beside(path: Path) -> Iterator[Path]:
    """The files in the folder that begin like a board, but those that this process has open."""
    for each in sorted(path.absolute().parent.iterdir()):
        if each.is_file() and not each.name.startswith(f"{path.name}-"):
            with OPENING:
                if not is_held(each) and _is_board(each):
                    yield each


def _is_board(path: Path) -> bool:
    try:
        return read_header(path) is not None
    except CannotOpen:
        return False
