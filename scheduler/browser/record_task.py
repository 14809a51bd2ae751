"""Record what a person does in Chromium into a recording folder."""

from __future__ import annotations

import asyncio
import secrets
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from blackboard.redaction.redact import redact
from scheduler.browser import scripts
from scheduler.browser.chromium import (
    VIEWPORT,
    BrowserFailed,
    check_library,
    first_line,
    launching,
    profile,
)
from scheduler.browser.engine import expose_engine
from scheduler.browser.folder import RecordingFolder, session_id
from scheduler.browser.recorder import Recorder, Tell

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

Actions = Callable[["Page"], Awaitable[None]]
"""A program that acts in place of a person."""

_SLOWLY = 100.0
"""Milliseconds after each step of such a program, so that a frame arrives between two."""

_SETTLE = 0.3
"""Seconds to wait before and after such a program."""


@dataclass(frozen=True)
class Wanted:
    """What to record, and where to; `stop_key` is a key or chord that ends the recording."""

    url: str
    name: str = ""
    description: str = ""
    into: Path = Path("recordings")
    headless: bool = False
    browser: str | None = None
    stop_key: str = ""


@dataclass(frozen=True)
class Recorded:
    """A finished recording; `ages` are the seconds from each action's frame to the action."""

    session_id: str
    folder: Path
    actions: int
    seconds: float
    ages: tuple[float, ...] = ()


def record(
    wanted: Wanted, actions: Actions | None = None, tell: Tell = lambda _said: None
) -> Recorded:
    """Record until the window is closed or Ctrl-C is pressed, or until the program `actions` ends.

    Raises:
        BrowserMissing: no browser was found.
        BrowserFailed: it could not be started, or the page could not be opened.
        BoardError: the folder cannot be written.
    """
    check_library()
    return asyncio.run(_record(wanted, actions, tell))


async def _record(wanted: Wanted, actions: Actions | None, tell: Tell) -> Recorded:
    from playwright.async_api import Error, async_playwright

    started = time.time()
    async with async_playwright() as playwright:
        chromium = playwright.chromium
        options = launching(wanted.browser, chromium.executable_path, headless=wanted.headless)
        try:
            browser = await chromium.launch(**options, slow_mo=_SLOWLY if actions else None)
        except Error as error:
            name = options["executable_path"]
            raise BrowserFailed(f"could not start {name}: {first_line(error)}") from error
        folder = _folder(wanted)
        recorder = await _attached_recorder(browser, wanted, folder, tell)
        try:
            with _stopping(recorder.done):
                await _run(recorder, wanted, actions, tell)
        except BrowserFailed:
            recorder.discard()
            raise
        finally:
            await recorder.finish()
            with suppress(Error):
                await browser.close()
    seconds = time.time() - started
    return Recorded(folder.session_id, folder.path, folder.lines - 1, seconds, tuple(recorder.ages))


def _folder(wanted: Wanted) -> RecordingFolder:
    name = wanted.name or urlsplit(wanted.url).hostname or "recording"
    now = time.time_ns() // 1000
    folder = RecordingFolder(wanted.into, session_id(name, now, secrets.token_hex(3)))
    config = {"url": redact(wanted.url).value, "viewport": VIEWPORT, "recorder": "chromium"}
    folder.describe(name=name, description=wanted.description, created_at=now, config=config)
    return folder


async def _attached_recorder(
    browser: Browser, wanted: Wanted, folder: RecordingFolder, tell: Tell
) -> Recorder:
    """A recorder that receives every event of the browser's pages."""
    context = await browser.new_context(**profile(headless=wanted.headless))
    await expose_engine(context)
    recorder = Recorder(
        folder, context, tell, stop_key=wanted.stop_key, is_watched=not wanted.headless
    )
    binding = f"__{secrets.token_hex(8)}"  # a page can neither guess nor see the name
    await context.expose_binding(binding, recorder.observed)
    await context.add_init_script(scripts.observing(binding))
    context.on("page", recorder.opened)
    browser.on("disconnected", lambda _browser: recorder.done.set())
    return recorder


async def _run(recorder: Recorder, wanted: Wanted, actions: Actions | None, tell: Tell) -> None:
    """Open the first page, then wait for the end or run the program."""
    from playwright.async_api import Error

    page = await recorder.open()
    try:
        await page.goto(wanted.url)
    except Error as error:
        if recorder.done.is_set():
            return
        raise BrowserFailed(f"could not open {wanted.url}: {first_line(error)}") from error
    await recorder.wait_for_frame(page)
    tell("ready")
    if actions is None:
        await recorder.done.wait()
    else:
        await asyncio.sleep(_SETTLE)
        await actions(page)
        await asyncio.sleep(_SETTLE)
    recorder.check()


@contextmanager
def _stopping(done: asyncio.Event) -> Iterator[None]:
    """Make Ctrl-C and SIGTERM end the recording instead of the process."""
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)
    with suppress(NotImplementedError):  # no handlers on Windows: Ctrl-C ends both
        for number in numbers:
            loop.add_signal_handler(number, done.set)
    try:
        yield
    finally:
        with suppress(NotImplementedError):  # as above: none was set
            for number in numbers:
                loop.remove_signal_handler(number)
