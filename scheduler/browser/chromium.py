"""The browser: which one is used, and what it is allowed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from blackboard.errors import BoardError

VARIABLE = "LESSONBOARD_BROWSER"
VIEWPORT = {"width": 1280, "height": 800}
_ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_INSTALL = (
    "install Chromium (Debian: apt install chromium; anywhere: playwright install chromium), "
    f"or name one with --browser or {VARIABLE}"
)


class BrowserMissing(BoardError):
    """There is no browser, or nothing to drive it with."""


class BrowserFailed(BoardError):
    """The browser could not be started, or ended by itself."""


def check_library() -> None:
    """Make sure that Playwright is there.

    Raises:
        BrowserMissing: it is not.
    """
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError as error:
        raise BrowserMissing(
            "driving a browser needs Playwright, which is not installed; "
            "install it with: pip install 'lessonboard[browser]'"
        ) from error


def executable(given: str | None, own: str, environment: Mapping[str, str] = os.environ) -> str:
    """The browser's program: the one given, the environment's, Playwright's own, one on PATH.

    Args:
        given: what the person asked for.
        own: where Playwright keeps its own browser, if it has one.
        environment: the variables in force.

    Raises:
        BrowserMissing: the one asked for is not there, or there is none at all.
    """
    for asked, name in ((given, "--browser"), (environment.get(VARIABLE), VARIABLE)):
        if asked:
            return _asked_for(asked, name, environment)
    if own and Path(own).is_file():
        return own
    path = environment.get("PATH")
    found = next(filter(None, (shutil.which(name, path=path) for name in _ON_PATH)), None)
    if found is None:
        raise BrowserMissing(f"found no browser: neither Playwright's own nor any of "
                             f"{', '.join(_ON_PATH)} on PATH; {_INSTALL}")  # fmt: skip
    return found


def _asked_for(asked: str, name: str, environment: Mapping[str, str]) -> str:
    found = shutil.which(str(Path(asked).expanduser()), path=environment.get("PATH"))
    if found is None:
        raise BrowserMissing(f"{name} names {asked}, which is no program; {_INSTALL}")
    return found


def launching(given: str | None, own: str, *, headless: bool) -> dict[str, Any]:
    """How the browser is started: on a profile of its own, in a sandbox wherever there is one.

    Raises:
        BrowserMissing: there is none.
        BrowserFailed: it should show a window, and there is no screen.
    """
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not headless and sys.platform.startswith("linux") and not screen:
        raise BrowserFailed(
            "could not open a window: neither DISPLAY nor WAYLAND_DISPLAY is set; "
            "run it where there is a screen, or with --headless"
        )
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {
        "executable_path": executable(given, own),
        "headless": headless,
        "args": ["--no-sandbox"] if is_root else [],  # Chromium's sandbox refuses to run as root
        "handle_sigint": False,
        "handle_sigterm": False,
    }


def profile(*, headless: bool) -> dict[str, Any]:
    """What pages may do: nothing is downloaded, nothing is permitted that a page asks for.

    A window that a person sees may be sized by them.
    """
    size: dict[str, Any] = {"viewport": VIEWPORT} if headless else {"no_viewport": True}
    return {"accept_downloads": False, "permissions": [], "service_workers": "block", **size}


def first_line(error: Exception) -> str:
    """What the browser's driver says, without the log that follows."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
