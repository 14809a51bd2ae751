"""Open a browser for a person: a window that may be closed at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from lessonboard.parts.recordings.browser import cookies
from lessonboard.parts.recordings.browser.chromium import launching, profile
from lessonboard.parts.recordings.browser.opening import failing
from lessonboard.parts.recordings.browser.profiles import Profile

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, BrowserType

_SAVE_EVERY = 1.0
"""Seconds; of a window that is closed nothing more can be asked."""


@asynccontextmanager
async def opened(
    chromium: BrowserType,
    kept: Profile | None,
    *,
    headless: bool,
    slow_mo: float | None = None,
) -> AsyncIterator[BrowserContext]:
    """A browser context, with blank pages at most.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: it did not start.
        ProfileInUse: another process uses the profile.
    """
    launch = {**launching(chromium.executable_path, headless=headless), "slow_mo": slow_mo}
    options = profile(headless=headless)
    if kept:
        async with _kept(chromium, kept, {**launch, **options}) as context:
            yield context
        return
    with failing(f"start {launch['executable_path']}"):
        browser = await chromium.launch(**launch)
    try:
        yield await browser.new_context(**options)
    finally:
        await _close(browser)


@asynccontextmanager
async def _kept(
    chromium: BrowserType, kept: Profile, options: dict[str, Any]
) -> AsyncIterator[BrowserContext]:
    with kept.in_use():
        remembered = cookies.load(kept.cookies)
        with failing(f"start {options['executable_path']}", kept.name):
            context = await chromium.launch_persistent_context(kept.browser_data, **options)
        try:
            with failing(f"use the cookies in {kept.cookies}"):
                await context.add_cookies(remembered)

            async def save() -> None:
                cookies.save(kept.cookies, await context.cookies())

            async with regularly(save):
                yield context
        finally:
            await _close(context)


@asynccontextmanager
async def regularly(save: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Save now and then, and once more at the end, as long as the browser answers."""
    from playwright.async_api import Error

    async def go_on() -> None:
        with suppress(Error):
            while True:
                await save()
                await asyncio.sleep(_SAVE_EVERY)

    task = asyncio.ensure_future(go_on())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        with suppress(Error):
            await save()


async def _close(what: Browser | BrowserContext) -> None:
    from playwright.async_api import Error

    with suppress(Error):
        await what.close()
