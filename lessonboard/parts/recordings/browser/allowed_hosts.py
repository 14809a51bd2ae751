"""Restrict a run to the hosts of the recording and those that the user allows.

Only whole pages are checked: frames, images, scripts, `fetch` and web sockets of a page may come
from and go to any host, as the page that was recorded decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser.addresses import host

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request, Route


class Guard:
    """Blocks navigation to hosts that are not allowed.

    `refused` lists the hosts that were blocked, `blocked` the addresses.
    """

    def __init__(self, hosts: frozenset[str]) -> None:
        self._hosts = hosts
        self.refused: list[str] = []
        self.blocked: list[str] = []

    def watch(self, opened: BrowserContext) -> None:
        """Check every navigation of this browser context or page from now on."""
        opened.route("**/*", self._check)

    def strayed(self, pages: Iterable[Page]) -> str:
        """The address of a page that a redirect took to a forbidden host, else an empty text."""
        return next((page.url for page in pages if not self.allows(page.url)), "")

    def allows(self, url: str) -> bool:
        """Whether a page may be shown: one of an allowed host, or an empty one."""
        inner = url.removeprefix("blob:")  # made by a page of the host that follows
        return url in ("", "about:blank") or host(inner) in self._hosts

    def _check(self, route: Route, request: Request) -> None:
        if request.is_navigation_request() and _is_page(request) and not self.allows(request.url):
            self.refused.append(host(request.url) or request.url)
            self.blocked.append(request.url)
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
