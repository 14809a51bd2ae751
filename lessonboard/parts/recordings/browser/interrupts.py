"""Ctrl-C as the end of what a person does in a window, not of the process."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def ending(done: asyncio.Event) -> Iterator[None]:
    """Make Ctrl-C and SIGTERM end the recording instead of the process."""
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)
    with suppress(NotImplementedError):  # no handlers on Windows: Ctrl-C ends both
        for number in numbers:
            loop.add_signal_handler(number, done.set)
    try:
        yield
    finally:
        with suppress(NotImplementedError):  # as above: none was set
            for number in numbers:
                loop.remove_signal_handler(number)
