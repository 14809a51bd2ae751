"""Whether a board is due to exchange with its teams: one look at a file's time, in each hook.

The file is there where the board exchanges with anyone (`lessonboard/exchanges.py`).
"""

from __future__ import annotations

import os
import time

EXCHANGE_EVERY = 30.0
"""Seconds after which a hook starts the next exchange."""


def exchange_mark(board: str) -> str:
    """Return the file beside a board whose time is that of its last exchange."""
    return f"{board}.exchange"


def start_if_due(board: str, every: float = EXCHANGE_EVERY) -> None:
    """Start an exchange apart from this process, when the last one began so many seconds ago.

    Hooks that run meanwhile see that it has begun.

    Raises:
        OSError: it could not be started.
    """
    mark = exchange_mark(board)
    try:
        last = os.stat(mark).st_mtime
    except OSError:
        return
    if abs(time.time() - last) < every:  # also a time to come, of a clock put back
        return
    try:
        os.utime(mark)
    except FileNotFoundError:  # the exchange that is running just found no team
        return
    from lessonboard.hooks.background import start_apart

    start_apart(board, "--exchange")
