"""Screencasts: Chromium sends a frame whenever a page's appearance changes."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from lessonboard.parts.recordings.browser.frames import Frame, Frames

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

_TRIES = 3
_LOOKS, _LOOK_EVERY = 20, 0.05
"""How often, and at which interval in seconds, to look for the first frame."""


class Screencast:
    """The frames of every page of a browser; pages are numbered in the order of opening.

    Args:
        context: the browser context with the pages.
        attached: called with each page and the session attached to it, before its first frame.
    """

    def __init__(
        self,
        context: BrowserContext,
        attached: Callable[[Page, CDPSession], Awaitable[None]],
    ) -> None:
        self._context, self._attached = context, attached
        self._frames: dict[Page, Frames] = {}
        self._numbers: dict[Page, int] = {}
        self._starting: dict[Page, asyncio.Future[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def roll(self, page: Page) -> bool:
        """Start the frames of a page; False where that has happened already."""
        started = self._starting.get(page)
        if started is None:
            self._frames[page] = Frames()
            self._numbers[page] = len(self._numbers)
            self._starting[page] = asyncio.ensure_future(self._begin(page))
        await self._starting[page]
        return started is None

    async def _begin(self, page: Page) -> None:
        """Ask for frames, and retry where none comes because the page was navigating."""
        from playwright.async_api import Error

        for _ in range(_TRIES):
            with suppress(Error):
                session = await self._context.new_cdp_session(page)
                session.on("Page.screencastFrame", partial(self._on_frame, session, page))
                await self._attached(page, session)
                await session.send("Page.startScreencast", {"format": "png"})
                if await self._has_started(page):
                    return
                await session.detach()
            if page.is_closed():
                return

    async def _has_started(self, page: Page) -> bool:
        """Whether a first frame has arrived."""
        for _ in range(_LOOKS):
            if self.last(page):
                return True
            await asyncio.sleep(_LOOK_EVERY)
        return False

    def number(self, page: Page) -> int:
        """The page's number, from 0."""
        return self._numbers.get(page, 0)

    def before(self, page: Page, at: float) -> Frame | None:
        """The frame of a page at a moment."""
        return self._frames[page].before(at) if page in self._frames else None

    def last(self, page: Page | None) -> Frame | None:
        """The newest frame of a page."""
        return self._frames[page].last() if page in self._frames else None

    def _on_frame(self, session: CDPSession, page: Page, frame: dict[str, Any]) -> None:
        self._frames[page].add(
            Frame(frame["metadata"]["timestamp"], base64.b64decode(frame["data"]))
        )
        task = asyncio.ensure_future(_acknowledge(session, frame["sessionId"]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _acknowledge(session: CDPSession, number: int) -> None:
    """Acknowledge a frame, which asks for the next one."""
    from playwright.async_api import Error

    with suppress(Error):
        await session.send("Page.screencastFrameAck", {"sessionId": number})
