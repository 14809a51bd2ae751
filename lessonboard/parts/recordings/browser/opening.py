"""Open a browser, perhaps with a kept profile: `opened` for a run, `window` for a person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from lessonboard.parts.recordings.browser import cookies
from lessonboard.parts.recordings.browser.chromium import (
    BrowserFailed,
    first_line,
    launching,
    profile,
)
from lessonboard.parts.recordings.browser.profiles import Profile, ProfileInUse
from lessonboard.parts.recordings.browser.tabs import Tabs

if TYPE_CHECKING:
    from playwright import async_api, sync_api

_TAKEN = "ProcessSingleton"
"""How Chromium says that another one uses its folder."""

_SAVE_EVERY = 1.0
"""Seconds; of a window that is closed nothing more can be asked."""


class _Start(NamedTuple):
    """The options of a browser's process and of its pages, and the cookies that it begins with."""

    launch: dict[str, Any]
    options: dict[str, Any]
    cookies: list[Any]


@contextmanager
def opened(
    chromium: sync_api.BrowserType, kept: Profile | None, *, headless: bool, downloads: bool = False
) -> Iterator[Tabs]:
    """The pages of a browser; all that was opened for them is closed at the end.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: it did not start.
        ProfileInUse: another process uses the profile.
    """
    from playwright.sync_api import Error

    with _prepared(chromium, kept, headless=headless) as (launch, options, remembered):
        options["accept_downloads"] = downloads
        with _failing(launch, kept):
            if kept:
                data = kept.browser_data
                context = chromium.launch_persistent_context(data, **launch, **options)
            else:
                context = chromium.launch(**launch).new_context(**options)
            context.add_cookies(remembered)
        try:
            yield Tabs(context)
        finally:
            with suppress(Error):  # its window was closed, and what was saved before stays
                if kept:
                    cookies.save(kept.cookies, context.cookies())
            with suppress(Error):
                context.close()
                if context.browser:
                    context.browser.close()


@asynccontextmanager
async def window(
    chromium: async_api.BrowserType,
    kept: Profile | None,
    *,
    headless: bool,
    slow_mo: float | None = None,
) -> AsyncIterator[async_api.BrowserContext]:
    """A browser context with blank pages at most, whose window may be closed at any moment.

    Raises:
        BrowserMissing, BrowserFailed, ProfileInUse: as `opened`.
    """
    from playwright.async_api import Error

    with _prepared(chromium, kept, headless=headless) as (launch, options, remembered):
        launch["slow_mo"] = slow_mo
        with _failing(launch, kept):
            if kept:
                data = kept.browser_data
                context = await chromium.launch_persistent_context(data, **launch, **options)
            else:
                context = await (await chromium.launch(**launch)).new_context(**options)
            await context.add_cookies(remembered)

        async def save() -> None:
            if kept:
                cookies.save(kept.cookies, await context.cookies())

        try:
            async with regularly(save):
                yield context
        finally:
            with suppress(Error):
                await (context.browser or context).close()


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


@contextmanager
def _prepared(
    chromium: sync_api.BrowserType | async_api.BrowserType, kept: Profile | None, *, headless: bool
) -> Iterator[_Start]:
    """How to start a browser, while no other process may use its profile."""
    launch = launching(chromium.executable_path, headless=headless)
    with kept.in_use() if kept else nullcontext():
        remembered = cookies.load(kept.cookies) if kept else []
        yield _Start(launch, profile(headless=headless), remembered)


@contextmanager
def _failing(launch: dict[str, Any], kept: Profile | None) -> Iterator[None]:
    """Turn the driver's errors into ours, for a block that only starts a browser."""
    from playwright.async_api import Error

    try:
        yield
    except Error as error:
        if kept and _TAKEN in str(error):
            raise ProfileInUse(
                f"the profile {kept.name} is open in another browser; close that one"
            ) from error
        tried = f"could not start {launch['executable_path']}"
        raise BrowserFailed(f"{tried}: {first_line(error)}") from error
