"""Filming: the browser gives a frame whenever what is seen of a page changes."""

from __future__ import annotations

import asyncio
import base64
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from scheduler.browser.frames import Frame, Frames

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

_TRIES = 3
_LOOKS, _LOOK_EVERY = 20, 0.05
"""How often, and after how many seconds, a first frame is looked for."""


class Screencast:
    """The frames of every page of a browser; pages are numbered in the order they were opened."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._frames: dict[Page, Frames] = {}
        self._numbers: dict[Page, int] = {}
        self._rolling: dict[Page, asyncio.Future[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def roll(self, page: Page) -> bool:
        """Keep the frames of a page; False where somebody else began with it, and it is done."""
        begun = self._rolling.get(page)
        if begun is None:
            self._frames[page] = Frames()
            self._numbers[page] = len(self._numbers)
            self._rolling[page] = asyncio.ensure_future(self._begin(page))
        await self._rolling[page]
        return begun is None

    async def _begin(self, page: Page) -> None:
        """Ask the browser for frames; again where none comes, for the page was being left."""
        from playwright.async_api import Error

        for _ in range(_TRIES):
            with suppress(Error):
                session = await self._context.new_cdp_session(page)
                session.on("Page.screencastFrame", partial(self._shown, session, page))
                await session.send("Page.startScreencast", {"format": "png"})
                if await self._has_begun(page):
                    return
                await session.detach()
            if page.is_closed():
                return

    async def _has_begun(self, page: Page) -> bool:
        """Whether a first frame came."""
        for _ in range(_LOOKS):
            if self.last(page):
                return True
            await asyncio.sleep(_LOOK_EVERY)
        return False

    def number(self, page: Page) -> int:
        """Which page it is, counted from 0."""
        return self._numbers.get(page, 0)

    def before(self, page: Page, at: float) -> Frame | None:
        """What was seen of a page at a moment."""
        return self._frames[page].before(at) if page in self._frames else None

    def last(self, page: Page | None) -> Frame | None:
        """What was last seen of a page."""
        return self._frames[page].last() if page in self._frames else None

    def _shown(self, session: CDPSession, page: Page, told: dict[str, Any]) -> None:
        self._frames[page].add(Frame(told["metadata"]["timestamp"], base64.b64decode(told["data"])))
        task = asyncio.ensure_future(_acknowledge(session, told["sessionId"]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _acknowledge(session: CDPSession, number: int) -> None:
    """Ask for the next frame."""
    from playwright.async_api import Error

    with suppress(Error):
        await session.send("Page.screencastFrameAck", {"sessionId": number})
