"""Screencasts: Chromium sends a frame whenever a page's appearance changes.

So the last frame before a moment shows the page at that moment.
"""

from __future__ import annotations

import asyncio
import base64
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from lessonboard.parts.recordings.browser.observation import Frame

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

_MOST = 60
"""Frames that are kept of a page."""

_TRIES = 3
_LOOKS, _LOOK_EVERY = 20, 0.05
"""How often, and at which interval in seconds, to look for the first frame."""


class Screencast:
    """The recent frames of every page of a browser; pages are numbered in the order of opening.

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
        self._frames: dict[Page, deque[Frame]] = {}
        self._starting: dict[Page, asyncio.Future[None]] = {}
        self._tasks: set[asyncio.Future[None]] = set()

    async def roll(self, page: Page) -> bool:
        """Start the frames of a page; False where that has happened already."""
        is_new = page not in self._starting
        if is_new:
            self._frames[page] = deque(maxlen=_MOST)
            self._starting[page] = asyncio.ensure_future(self._begin(page))
        await self._starting[page]
        return is_new

    def number(self, page: Page) -> int:
        """The page's number, from 0."""
        return list(self._frames).index(page) if page in self._frames else 0

    def before(self, page: Page, at: float) -> Frame | None:
        """The frame of a page at a moment, else the first one after it."""
        return frame_at(self._frames.get(page, ()), at)

    def last(self, page: Page | None) -> Frame | None:
        """The newest frame of a page."""
        return self._frames[page][-1] if page and self._frames.get(page) else None

    async def _begin(self, page: Page) -> None:
        """Ask for frames, and retry where none comes because the page was navigating."""
        from playwright.async_api import Error

        for _ in range(_TRIES):
            with suppress(Error):
                session = await self._context.new_cdp_session(page)
                session.on("Page.screencastFrame", partial(self._on_frame, session, page))
                await self._attached(page, session)
                await session.send("Page.startScreencast", {"format": "png"})
                for _ in range(_LOOKS):
                    if self.last(page):
                        return
                    await asyncio.sleep(_LOOK_EVERY)
                await session.detach()
            if page.is_closed():
                return

    def _on_frame(self, session: CDPSession, page: Page, frame: dict[str, Any]) -> None:
        at = frame["metadata"]["timestamp"]
        self._frames[page].append(Frame(at, base64.b64decode(frame["data"])))
        task = asyncio.ensure_future(_acknowledge(session, frame["sessionId"]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def frame_at(frames: deque[Frame] | tuple[()], at: float) -> Frame | None:
    """Of the frames of a page, oldest first, the last one until a moment, else the first."""
    earlier = [frame for frame in frames if frame.at <= at]
    return earlier[-1] if earlier else next(iter(frames), None)


async def _acknowledge(session: CDPSession, number: int) -> None:
    """Acknowledge a frame, which asks for the next one."""
    from playwright.async_api import Error

    with suppress(Error):
        await session.send("Page.screencastFrameAck", {"sessionId": number})
