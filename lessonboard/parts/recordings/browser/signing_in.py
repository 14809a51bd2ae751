"""Open a window in which a person signs in, and keep the session for recordings and runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser.chromium import check_library
from lessonboard.parts.recordings.browser.opening import regularly, window
from lessonboard.parts.recordings.browser.profiles import Profile
from lessonboard.parts.recordings.browser.window import ending, show

if TYPE_CHECKING:
    from playwright.async_api import Page

Actions = Callable[["Page"], Awaitable[None]]
"""A program that signs in in place of a person."""


@dataclass(frozen=True)
class Login:
    """Where to sign in, and the profile in which the session is kept."""

    url: str
    profile: Profile
    headless: bool = False


def sign_in(
    login: Login,
    actions: Actions | None = None,
    ready: Callable[[], None] = lambda: None,
    *,
    until_signal: bool = False,
) -> int:
    """Show the page until its window is closed; nothing is recorded.

    Args:
        login: where, and where it is kept.
        actions: acts in place of a person; the window closes when it ends.
        ready: called when the page is shown.
        until_signal: let Ctrl-C and SIGTERM end it. Without it they stay the caller's.

    Returns:
        The number of cookies that the browser holds in the end.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: it could not be started, or the page could not be opened.
        ProfileInUse: another process uses the profile.
    """
    check_library()
    return asyncio.run(_sign_in(login, actions, ready, until_signal=until_signal))


async def _sign_in(
    login: Login, actions: Actions | None, ready: Callable[[], None], *, until_signal: bool
) -> int:
    from playwright.async_api import async_playwright

    done = asyncio.Event()
    held = 0
    async with (
        async_playwright() as playwright,
        window(playwright.chromium, login.profile, headless=login.headless) as context,
    ):

        async def count() -> None:
            nonlocal held
            held = len(await context.cookies())

        page = next(iter(context.pages), None) or await context.new_page()
        context.on("close", lambda _context: done.set())
        page.on("close", lambda _page: None if context.pages else done.set())
        async with regularly(count):
            with ending(done, until_signal=until_signal):
                await show(page, login.url, done)
                ready()
                await (done.wait() if actions is None else actions(page))
    return held
