"""The pages of a run, all of a browser of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

Prepare = Callable[["BrowserContext"], None]
"""Sets something up for all pages of a context."""


class Tabs:
    """The pages that a run may see and touch.

    Args:
        context: the browser context with the pages.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.context = context

    @property
    def pages(self) -> list[Page]:
        """The pages in the order of opening, without closed ones."""
        return [page for page in self.context.pages if not page.is_closed()]

    def open(self, prepare: Prepare) -> Page:
        """The first page; the context is prepared before any page asks for anything."""
        prepare(self.context)
        return next(iter(self.context.pages), None) or self.context.new_page()
