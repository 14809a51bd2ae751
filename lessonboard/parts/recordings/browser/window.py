"""What a window for a person needs: its first page, and Ctrl-C as its end, not the process's."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser import starting
from lessonboard.parts.recordings.browser.chromium import BrowserFailed

if TYPE_CHECKING:
    from playwright.async_api import Page


async def show(page: Page, url: str, done: asyncio.Event) -> None:
    """Open an address, unless the window is closed meanwhile.

    Raises:
        BrowserFailed: the page could not be opened.
    """
    from playwright.async_api import Error

    try:
        response = await page.goto(url)
    except Error as error:
        if not done.is_set():
            raise BrowserFailed(starting.failure(url, str(error))) from error
    else:
        starting.check(url, response.status if response else 0)


@contextmanager
def ending(done: asyncio.Event, *, until_signal: bool) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM set `done` instead of ending the process, where that is wanted."""
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM) if until_signal else ()
    with suppress(NotImplementedError):  # no handlers on Windows: Ctrl-C ends both
        for number in numbers:
            loop.add_signal_handler(number, done.set)
    try:
        yield
    finally:
        with suppress(NotImplementedError):  # as above: none was set
            for number in numbers:
                loop.remove_signal_handler(number)
