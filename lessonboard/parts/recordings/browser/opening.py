"""Open a browser as a session asks, for a run; `opening_async.py` does it for a recording."""

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
from lessonboard.parts.recordings.browser.session import Session
from lessonboard.parts.recordings.browser.tabs import Tabs

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, BrowserType

_TAKEN = "ProcessSingleton"
"""How Chromium says that another one uses its folder."""


@contextmanager
def opened(
    chromium: BrowserType,
    session: Session,
    program: str | None,
    *,
    headless: bool,
    downloads: bool = False,
) -> Iterator[Tabs]:
    """The pages of a browser; all that was opened for them is closed at the end.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: it did not start, or nothing answers at the debugging address.
        BadSession: the session cannot be used.
        ProfileInUse: another process uses the profile.
    """
    session.check()
    if session.attach:
        with _attached(chromium, session.attach) as tabs:
            yield tabs
        return
    launch = launching(program, chromium.executable_path, headless=headless)
    options = {**profile(headless=headless), "accept_downloads": downloads}
    if session.profile:
        with _kept(chromium, session.profile, launch, options) as tabs:
            yield tabs
        return
    with failing(f"start {launch['executable_path']}"):
        browser = chromium.launch(**launch)
    try:
        with failing(f"use the saved state {session.storage}"):
            context = browser.new_context(storage_state=session.storage, **options)
        yield Tabs(context)
    finally:
        _close(browser)


@contextmanager
def _attached(chromium: BrowserType, url: str) -> Iterator[Tabs]:
    """Only the page that is opened here is closed; the browser goes on."""
    with failing(f"attach to the browser at {url}"):
        # the defaults would change downloads and colours of the person's own pages
        browser = chromium.connect_over_cdp(url, no_defaults=True)
    try:
        tabs = Tabs(browser.contexts[0], is_shared=True)
        try:
            yield tabs
        finally:
            _close(tabs)
    finally:
        _close(browser)  # this only disconnects


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
