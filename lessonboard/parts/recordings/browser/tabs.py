"""The pages of a run: all of a browser of its own, only the opened ones of a browser in use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

Prepare = Callable[["BrowserContext | Page"], None]
"""Sets something up for a page, or for all pages of a context."""


class Tabs:
    """The pages that a run may see and touch.

    Args:
        context: the browser context with the pages.
        is_shared: whether a person uses the browser as well, whose own pages stay untouched.
    """

    def __init__(self, context: BrowserContext, *, is_shared: bool = False) -> None:
        self.context = context
        self._is_shared = is_shared
        self._opened: list[Page] = []
        self._prepare: Prepare = lambda _opened: None

    @property
    def pages(self) -> list[Page]:
        """The pages in the order of opening, without closed ones."""
        pages = self._opened if self._is_shared else self.context.pages
        return [page for page in pages if not page.is_closed()]

    def open(self, prepare: Prepare) -> Page:
        """The first page; `prepare` also sets up the pages that follow from it.

        A context of its own is prepared before any of its pages asks for anything. In a shared
        browser a page that another one opens has begun to load when it is prepared.
        """
        self._prepare = prepare
        if self._is_shared:
            # without a listener the driver would dismiss the dialogs of the person's own pages
            self.context.on("dialog", lambda _dialog: None)
            page = self.context.new_page()
            self._adopt(page)
            return page
        prepare(self.context)
        return next(iter(self.context.pages), None) or self.context.new_page()

    def close(self) -> None:
        """Close the pages of the run; those of the person stay."""
        for page in self.pages:
            page.close()

    def _adopt(self, page: Page) -> None:
        self._opened.append(page)
        self._prepare(page)
        page.on("popup", self._adopt)
