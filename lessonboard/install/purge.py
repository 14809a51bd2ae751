"""Deleting the board and everything else in the data folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from blackboard import Board, BoardError
from blackboard.errors import CannotOpen, NotABoard
from blackboard.redaction.added import file_of
from blackboard.storage.exports import exports_path
from blackboard.storage.outbox import outbox_path, refused_path
from lessonboard.hooks.address import folder_of
from lessonboard.hooks.background import SWEEP_LOCK, worker_lock
from lessonboard.hooks.exchange_due import exchange_mark
from lessonboard.hooks.failures import failures_path, lost_path
from lessonboard.hooks.off import cache_path

_BESIDE = (
    "", "-wal", "-shm", "-journal", ".lock", ".replay.lock", worker_lock(""),
    SWEEP_LOCK, exchange_mark(""), f"{exchange_mark('')}.lock",
    failures_path(""), f"{failures_path('')}.1", outbox_path(""), refused_path(""),
    lost_path(""), cache_path(""), exports_path(""), folder_of(""), file_of(""),
)  # fmt: skip
"""What the board and the hooks put beside the board's file."""


def doomed(board: Path, data: Path) -> list[Path]:
    """Return what would be deleted: the board with the files beside it, and the data folder.

    Raises:
        NotABoard: the file belongs to another program.
    """
    if board.exists():
        _ensure_board(board)
    beside = [board.with_name(f"{board.name}{ending}") for ending in _BESIDE]
    beside += board.parent.glob(f"{board.name}-reflecting-*.lock")
    outside = [path for path in beside if path.exists() and data not in path.parents]
    return [*outside, *([data] if data.exists() else [])]


def purge(paths: list[Path]) -> None:
    """Delete these files and folders.

    Raises:
        BoardError: one of them cannot be deleted.
    """
    for path in paths:
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        except OSError as error:
            raise BoardError(
                f"could not delete {path}: {error.strerror}; delete it by hand"
            ) from error


def _ensure_board(path: Path) -> None:
    try:
        Board.open(path, read_only=True).close()
    except NotABoard:
        raise
    except CannotOpen:
        pass  # damaged, or newer than this program: it is still a board
