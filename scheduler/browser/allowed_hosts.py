"""Restrict a rerun to the hosts of the recording and those that the user allows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from scheduler.browser.expected import host
from scheduler.browser.plan import Plan

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request, Route

_SCHEMES = ("about:", "blob:", "data:")
"""Schemes without a host, which are always allowed."""


def hosts_of(plan: Plan, more: Iterable[str] = ()) -> frozenset[str]:
    """The hosts in a plan's addresses, plus `more`."""
    named = (host(step.before.get("place", "")) for step in plan.steps)
    return frozenset(name.lower() for name in (host(plan.start), *named, *more) if name)


class Guard:
    """Blocks navigation to hosts that are not allowed; `refused` lists the blocked hosts."""

    def __init__(self, hosts: frozenset[str]) -> None:
        self._hosts = hosts
        self.refused: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        """Check every navigation of this browser context from now on."""
        context.route("**/*", self._check)

    def strayed(self, pages: Iterable[Page]) -> str:
        """The address of a page that a redirect took to a forbidden host, else an empty text."""
        return next((page.url for page in pages if not self.allows(page.url)), "")

    def allows(self, url: str) -> bool:
        """Whether a page may be opened."""
        return not url or url.startswith(_SCHEMES) or host(url) in self._hosts

    def _check(self, route: Route, request: Request) -> None:
        if request.is_navigation_request() and _is_page(request) and not self.allows(request.url):
            self.refused.append(host(request.url))
            route.abort("blockedbyclient")
        else:
            route.continue_()


def _is_page(request: Request) -> bool:
    """Whether the request loads a whole page, not a frame within one."""
    from playwright.sync_api import Error

    try:
        return request.frame.parent_frame is None
    except Error:  # a page that is only being opened has no frame yet
        return True
