"""Find Chromium and choose its launch options."""

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
    f"or name one with {VARIABLE}"
)


class BrowserMissing(BoardError):
    """No browser was found, or Playwright is not installed."""


class BrowserFailed(BoardError):
    """The browser did not start, or it crashed."""


def check_library() -> None:
    """Check that Playwright is installed.

    Raises:
        BrowserMissing: it is not installed.
    """
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError as error:
        raise BrowserMissing(
            "driving a browser needs Playwright, which is not installed; "
            "install it with: pip install 'lessonboard[browser]'"
        ) from error


def executable(own: str, environment: Mapping[str, str] = os.environ) -> str:
    """The browser to run: the environment's, Playwright's own, or one on PATH.

    Args:
        own: the path of Playwright's own browser; it may not exist.
        environment: the environment variables.

    Raises:
        BrowserMissing: the named browser does not exist, or none was found.
    """
    path = environment.get("PATH")
    if named := environment.get(VARIABLE):
        if found := shutil.which(str(Path(named).expanduser()), path=path):
            return found
        raise BrowserMissing(f"{VARIABLE} names {named}, which is not a program; {_INSTALL}")
    if own and Path(own).is_file():
        return own
    if found := next(filter(None, (shutil.which(name, path=path) for name in _ON_PATH)), None):
        return found
    raise BrowserMissing(f"found no browser: neither Playwright's own nor any of "
                         f"{', '.join(_ON_PATH)} on PATH; {_INSTALL}")  # fmt: skip


def launching(own: str, *, headless: bool) -> dict[str, Any]:
    """Launch options: a fresh profile, and the sandbox wherever it works.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: a window was requested, but there is no display.
    """
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not headless and sys.platform.startswith("linux") and not screen:
        raise BrowserFailed(
            "could not open a window: neither DISPLAY nor WAYLAND_DISPLAY is set; "
            "run it where there is a screen; `recording start` and `run` need none with --headless"
        )
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {
        "executable_path": executable(own),
        "headless": headless,
        "args": ["--no-sandbox"] if is_root else [],  # Chromium's sandbox refuses to run as root
        "handle_sigint": False,
        "handle_sigterm": False,
    }


def profile(*, headless: bool) -> dict[str, Any]:
    """Options of the browser context: no downloads, no permissions, no service workers.

    A visible window keeps no fixed viewport, so that the user can resize it.
    """
    size: dict[str, Any] = {"viewport": VIEWPORT} if headless else {"no_viewport": True}
    return {"accept_downloads": False, "permissions": [], "service_workers": "block", **size}


def first_line(error: Exception) -> str:
    """The driver's message without the call log that follows it."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
