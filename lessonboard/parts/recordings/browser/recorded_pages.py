"""Connect the pages of a browser with the recorder."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.browser.engine import expose_engine
from lessonboard.parts.recordings.browser.recorder import Recorder

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page


class RecordedPages:
    """The pages that are recorded: all of a browser of its own."""

    def __init__(self, context: BrowserContext, recorder: Recorder) -> None:
        self.recorder = recorder
        self._context = context
        self._blank = list(context.pages)
        self._binding = f"__{secrets.token_hex(8)}"  # a page can neither guess nor see the name

    async def open(self) -> Page:
        """The first page, blank; every event of it and of its successors goes to the recorder."""
        await expose_engine(self._context)
        await self._context.expose_binding(self._binding, self.recorder.observed)
        await self._context.add_init_script(scripts.observing(self._binding))
        self._context.on("page", self.recorder.opened)
        self._context.on("close", lambda _context: self.recorder.done.set())
        page = await self.recorder.open()
        for blank in self._blank:  # a kept profile begins with one
            await blank.close()
        return page
