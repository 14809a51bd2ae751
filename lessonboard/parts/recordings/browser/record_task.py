"""Record what a person does in Chromium into a recording folder."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from blackboard.redaction.redact import redact
from lessonboard.parts.recordings.browser.chromium import VIEWPORT, BrowserFailed, check_library
from lessonboard.parts.recordings.browser.folder import RecordingFolder, session_id
from lessonboard.parts.recordings.browser.opening import window
from lessonboard.parts.recordings.browser.profiles import Profile
from lessonboard.parts.recordings.browser.recorder import Recorder, Tell
from lessonboard.parts.recordings.browser.window import ending, show

if TYPE_CHECKING:
    from playwright.async_api import Page

Actions = Callable[["Page"], Awaitable[None]]
"""A program that acts in place of a person."""

_SLOWLY = 100.0
"""Milliseconds after each step of such a program, so that a frame arrives between two."""

_SETTLE = 0.3
"""Seconds to wait before and after such a program."""


@dataclass(frozen=True)
class Wanted:
    """What to record, and where to; with a kept browser profile, or a new one."""

    url: str
    name: str = ""
    description: str = ""
    into: Path = Path("recordings")
    headless: bool = False
    profile: Profile | None = None


@dataclass(frozen=True)
class Recorded:
    """A finished recording."""

    session_id: str
    folder: Path
    actions: int
    seconds: float


def record(
    wanted: Wanted,
    actions: Actions | None = None,
    tell: Tell = lambda _said: None,
    *,
    until_signal: bool = False,
) -> Recorded:
    """Record until the window is closed, or until the program `actions` ends.

    Args:
        wanted: what to record.
        actions: a program that acts in place of a person.
        tell: called with a message about each action that could not be recorded.
        until_signal: let Ctrl-C and SIGTERM end the recording. Without it they stay the caller's.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: it could not be started, or the page could not be opened.
        BoardError: the folder cannot be written.
    """
    check_library()
    return asyncio.run(_record(wanted, actions, tell, until_signal=until_signal))


async def _record(
    wanted: Wanted, actions: Actions | None, tell: Tell, *, until_signal: bool
) -> Recorded:
    from playwright.async_api import async_playwright

    started, slowly = time.time(), _SLOWLY if actions else None
    async with (
        async_playwright() as playwright,
        window(playwright.chromium, wanted.profile, headless=wanted.headless,
               slow_mo=slowly) as context,
    ):  # fmt: skip
        folder = _folder(wanted)
        recorder = Recorder(folder, context, tell, is_watched=not wanted.headless)
        try:
            with ending(recorder.done, until_signal=until_signal):
                await _run(recorder, wanted.url, actions, tell)
        except BrowserFailed:
            recorder.discard()
            raise
        finally:
            await recorder.finish()
    seconds = time.time() - started
    return Recorded(folder.session_id, folder.path, folder.lines - 1, seconds)


def _folder(wanted: Wanted) -> RecordingFolder:
    name = wanted.name or urlsplit(wanted.url).hostname or "recording"
    now = time.time_ns() // 1000
    folder = RecordingFolder(wanted.into, session_id(name, now, secrets.token_hex(3)))
    config = {"url": redact(wanted.url).value, "viewport": VIEWPORT, "recorder": "chromium"}
    if wanted.profile:
        config["session"] = "profile"
    folder.describe(name=name, description=wanted.description, created_at=now, config=config)
    return folder


async def _run(recorder: Recorder, url: str, actions: Actions | None, tell: Tell) -> None:
    """Open the first page, then wait for the end or run the program."""
    page = await recorder.open()
    await show(page, url, recorder.done)
    tell("ready")
    if actions is None:
        await recorder.done.wait()
    else:
        await asyncio.sleep(_SETTLE)
        await actions(page)
        await asyncio.sleep(_SETTLE)
    recorder.check()
