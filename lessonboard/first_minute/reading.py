"""Reading the newest of a history in a bounded time; a worker reads the rest."""

from __future__ import annotations

import time
from collections.abc import Callable

from blackboard import Board
from blackboard.redaction.added import write_file
from lessonboard import history
from lessonboard.bootstrap import App
from lessonboard.sweep import Swept, sweep

_MOST_SECONDS, _MOST_CPU = 6.0, 3.0
"""What reading may take; views, index and start take about as much again as a half of it."""


def read_newest(app: App, board: Board, progress: Callable[[int], None]) -> Swept:
    """Read transcripts newest first until the time is over, and bring the board up to date.

    What settings and people leave out is not read, nor what is marked as private.
    """
    write_file(app.path)
    history.want(board, whole=True)
    until, least = time.monotonic() + _MOST_SECONDS, time.process_time() + _MOST_CPU

    def is_over() -> bool:
        return time.monotonic() > until or time.process_time() > least

    swept = sweep(app, board, is_over, progress)
    board.catch_up()
    board.index()
    return swept
