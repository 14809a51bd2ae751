"""The history that was on this machine before the board: read in the background after `init`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NamedTuple

from blackboard import Board, BoardError
from lessonboard.bootstrap import App
from lessonboard.discovery import transcripts
from lessonboard.hooks.background import EVERYTHING, start_worker
from lessonboard.sweep import behind, since_when, stamps


class History(NamedTuple):
    """Sessions that were not read yet; `started` says whether a worker reads them now."""

    files: int = 0
    size: int = 0
    started: bool = False


def want(board: Board, *, whole: bool) -> None:
    """Have a new board's worker read all transcripts, or those that change from now on."""
    if not board.log.head() and not board.local.imports.swept_at():
        since = EVERYTHING if whole else time.time_ns() // 1000
        board.local.imports.remember_sweep(since)


def waiting(app: App, board: Board) -> History:
    """Return the transcripts that the next sweep reads."""
    since = since_when(board)
    if since is None:
        return History()
    files = behind(transcripts(app.config.import_.paths), stamps(board), since)
    return History(len(files), sum(file.size for file in files))


def begin(found: History, path: Path) -> History:
    """Start a worker where a person is at the terminal; else the next session's hook does.

    Raises:
        OSError: it could not be started.
    """
    if not found.files or not (sys.stdout.isatty() and sys.stderr.isatty()):
        return found
    start_worker(str(path))
    return found._replace(started=True)


def read_now(board: Board, path: Path) -> None:
    """Have a worker in the background read all transcripts of this machine, the newest first.

    The same worker as after `init`, with the same exclusions; where one is at work it does so.

    Raises:
        BoardError: it could not be started.
    """
    board.local.imports.remember_sweep(EVERYTHING)
    try:
        start_worker(str(path))
    except OSError as error:
        raise BoardError(
            f"the worker that reads the history could not be started: {error.strerror}; "
            "`lessonboard session import` reads it here and now"
        ) from error
