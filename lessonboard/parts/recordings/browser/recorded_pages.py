"""Connect the pages of a browser with the recorder."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.browser.engine import expose_engine
from lessonboard.parts.recordings.browser.recorder import Recorder

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Dialog, Page


class RecordedPages:
    """The pages that are recorded: all of a browser of its own, of a shared one those opened here.

    In a shared browser no script is added to the person's own pages, and their dialogs are his.
    """

    def __init__(
        self, context: BrowserContext, recorder: Recorder, *, is_shared: bool = False
    ) -> None:
        self.recorder = recorder
        self._context, self._is_shared = context, is_shared
        self._blank = [] if self._is_shared else list(context.pages)
        self._opened: list[Page] = []
        self._binding = f"__{secrets.token_hex(8)}"  # a page can neither guess nor see the name

    async def open(self) -> Page:
        """The first page, blank; every event of it and of its successors goes to the recorder."""
        await expose_engine(self._context)
        if not self._is_shared:
            await self._observe(self._context)
            self._context.on("page", self.recorder.opened)
            self._context.on("close", lambda _context: self.recorder.done.set())
            page = await self.recorder.open()
            for blank in self._blank:  # a kept profile begins with one
                await blank.close()
            return page
        if self._context.browser:
            self._context.browser.on("disconnected", lambda _browser: self.recorder.done.set())
        self._context.on("dialog", _left_to_the_person)
        page = await self.recorder.open()
        await self._adopt(page)
        return page

    async def close(self) -> None:
        """Close the pages that were opened in a shared browser."""
        from playwright.async_api import Error

        for page in self._opened:
            with suppress(Error):
                await page.close()

    async def _observe(self, opened: BrowserContext | Page) -> None:
        await opened.expose_binding(self._binding, self.recorder.observed)
        await opened.add_init_script(scripts.observing(self._binding))

    async def _adopt(self, page: Page) -> None:
        self._opened.append(page)
        await self._observe(page)
        page.on("popup", self._on_popup)

    async def _on_popup(self, page: Page) -> None:
        """A page that another one opened in a shared browser; it has begun to load already."""
        from playwright.async_api import Error

        self.recorder.opened(page)
        with suppress(Error):
            await self._adopt(page)
            await page.evaluate(scripts.observing(self._binding))  # does nothing a second time


def _left_to_the_person(_dialog: Dialog) -> None:
    """Without a listener the driver would dismiss the dialogs of all pages."""
