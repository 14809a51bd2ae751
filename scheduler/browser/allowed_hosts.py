"""Where a rerun may go: to the hosts of the recording, and to those that a person allows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from scheduler.browser.expected import host
from scheduler.browser.plan import Plan

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request, Route

_SCHEMES = ("about:", "blob:", "data:")
"""Pages that come from nowhere else."""


def hosts_of(plan: Plan, more: Iterable[str] = ()) -> frozenset[str]:
    """The hosts that a plan names, and more of them."""
    named = (host(step.target.get("url", "")) for step in plan.steps)
    return frozenset(each.lower() for each in (*named, *more) if each)


class Guard:
    """Stops pages from being opened elsewhere; `refused` is where that was tried."""

    def __init__(self, hosts: frozenset[str]) -> None:
        self._hosts = hosts
        self.refused: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        """Look at every page that is to be opened from now on."""
        context.route("**/*", self._look)

    def strayed(self, pages: Iterable[Page]) -> str:
        """The address of a page that got elsewhere by a redirect; empty if none did."""
        return next((page.url for page in pages if not self.allows(page.url)), "")

    def allows(self, url: str) -> bool:
        """Whether a page may be opened."""
        return not url or url.startswith(_SCHEMES) or host(url) in self._hosts

    def _look(self, route: Route, request: Request) -> None:
        if request.is_navigation_request() and _is_page(request) and not self.allows(request.url):
            self.refused.append(host(request.url))
            route.abort("blockedbyclient")
        else:
            route.continue_()


def _is_page(request: Request) -> bool:
    """Whether a whole page is asked for, and not a frame in one."""
    from playwright.sync_api import Error

    try:
        return request.frame.parent_frame is None
    except Error:  # a page that is only being opened has no frame yet
        return True
