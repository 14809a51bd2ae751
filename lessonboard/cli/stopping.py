"""Stopping what runs until it is asked to stop, by Ctrl-C or SIGTERM."""

from __future__ import annotations

import signal
from collections.abc import Callable


def when_asked(stop: Callable[[], object]) -> None:
    """Stop on the first signal; the second one kills, for who cannot wait for a handler."""
    asking = (signal.SIGTERM, signal.SIGINT)

    def ask(_number: int, _frame: object) -> None:
        stop()
        for each in asking:
            signal.signal(each, signal.SIG_DFL)

    for each in asking:
        signal.signal(each, ask)
