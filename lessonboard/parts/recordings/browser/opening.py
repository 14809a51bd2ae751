"""Open a browser for a run, perhaps with a kept profile; `opening_async.py`: for a recording."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

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
    from playwright.sync_api import BrowserContext, BrowserType

_TAKEN = "ProcessSingleton"
"""How Chromium says that another one uses its folder."""


@contextmanager
def opened(
    chromium: BrowserType,
    kept: Profile | None,
    *,
    headless: bool,
    downloads: bool = False,
) -> Iterator[Tabs]:
    """The pages of a browser; all that was opened for them is closed at the end.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: it did not start.
        ProfileInUse: another process uses the profile.
    """
    launch = launching(chromium.executable_path, headless=headless)
    options = {**profile(headless=headless), "accept_downloads": downloads}
    if kept:
        with _kept(chromium, kept, launch, options) as tabs:
            yield tabs
        return
    with failing(f"start {launch['executable_path']}"):
        browser = chromium.launch(**launch)
    try:
        yield Tabs(browser.new_context(**options))
    finally:
        _close(browser)


@contextmanager
def _kept(
    chromium: BrowserType, kept: Profile, launch: dict[str, Any], options: dict[str, Any]
) -> Iterator[Tabs]:
    with kept.in_use():
        remembered = cookies.load(kept.cookies)
        with failing(f"start {launch['executable_path']}", kept.name):
            context = chromium.launch_persistent_context(kept.browser_data, **launch, **options)
        try:
            with failing(f"use the cookies in {kept.cookies}"):
                context.add_cookies(remembered)
            yield Tabs(context)
        finally:
            _keep_cookies(context, kept)
            _close(context)


@contextmanager
def failing(tried: str, profile: str = "") -> Iterator[None]:
    """Turn the driver's errors into ours, for a block that only calls the driver.

    Raises:
        BrowserFailed: the driver failed.
        ProfileInUse: another browser uses the profile.
    """
    from playwright.async_api import Error

    try:
        yield
    except Error as error:
        if profile and _TAKEN in str(error):
            raise ProfileInUse(
                f"the profile {profile} is open in another browser; close that one"
            ) from error
        raise BrowserFailed(f"could not {tried}: {first_line(error)}") from error


def _keep_cookies(context: BrowserContext, kept: Profile) -> None:
    from playwright.sync_api import Error

    with suppress(Error):  # its window was closed, and what was saved before stays
        cookies.save(kept.cookies, context.cookies())


def _close(what: Any) -> None:
    from playwright.sync_api import Error

    with suppress(Error):
        what.close()
