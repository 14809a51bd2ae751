"""Open a window in which a person signs in, and keep the session for recordings and runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser import starting
from lessonboard.parts.recordings.browser.chromium import BrowserFailed, check_library
from lessonboard.parts.recordings.browser.interrupts import ending
from lessonboard.parts.recordings.browser.opening_async import opened, regularly
from lessonboard.parts.recordings.browser.profiles import Profile

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
    from playwright.async_api import Error, async_playwright

    done = asyncio.Event()
    cookies = [0]
    async with async_playwright() as playwright, AsyncExitStack() as stack:
        context = await stack.enter_async_context(
            opened(playwright.chromium, login.profile, headless=login.headless)
        )

        async def save() -> None:
            cookies[0] = len(await context.cookies())

        await stack.enter_async_context(regularly(save))
        if until_signal:
            stack.enter_context(ending(done))
        page = next(iter(context.pages), None) or await context.new_page()
        context.on("close", lambda _context: done.set())
        page.on("close", lambda _page: None if context.pages else done.set())
        try:
            response = await page.goto(login.url)
        except Error as error:
            if not done.is_set():
                raise BrowserFailed(starting.failure(login.url, str(error))) from error
        else:
            starting.check(login.url, response.status if response else 0)
        ready()
        if actions is None:
            await done.wait()
        else:
            await actions(page)
    return cookies[0]
