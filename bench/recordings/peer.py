"""The peer: the script that Playwright's own code generator writes of the same person.

Where the person accepted a dialog, `dismiss` is replaced by `accept`, as its users are advised to.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.recordings.run import Ran
from bench.recordings.task import Task
from lessonboard.parts.recordings.browser.chromium import launching, profile

if TYPE_CHECKING:
    from playwright.async_api import Page

_SLOWLY = 100.0
_LONGEST = 120.0
_SCRIPT = '''"""Made by Playwright's code generator."""
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(**{launch!r})
    context = browser.new_context(**{profile!r})
    context.set_default_timeout({timeout})
{lines}
    browser.close()
'''


class Lines:
    """Receives what the code generator emits: the code of each action, and its later forms."""

    def __init__(self) -> None:
        self.codes: list[str] = []

    def action_added(self, _page: Any, _data: Any, code: str) -> None:
        """A new action."""
        self.codes.append(code)

    def action_updated(self, _page: Any, _data: Any, code: str) -> None:
        """The last action is a longer one: more was typed."""
        self.codes[-1:] = [code]

    def signal_added(self, _page: Any, _data: Any, code: str) -> None:
        """The last action had a consequence: a dialog, a new page, a download."""
        self.codes[-1:] = [code]


def generate(task: Task, url: str, timeout: float) -> str:
    """The script of a task, each of whose actions waits as long as `timeout`.

    Raises:
        Error: Playwright could not do what the person does.
    """
    return asyncio.run(_generate(task, url, timeout))


async def _generate(task: Task, url: str, timeout: float) -> str:
    from playwright.async_api import async_playwright

    lines = Lines()
    async with async_playwright() as playwright:
        options = launching(playwright.chromium.executable_path, headless=True)
        browser = await playwright.chromium.launch(**options, slow_mo=_SLOWLY)
        context = await browser.new_context(**profile(headless=True))
        # Its command line opens a window; this is what that command calls.
        generator: Any = context._impl_obj
        await generator._start_recording({"language": "python"}, lines)
        page = await context.new_page()
        _answer_dialogs(page, accept=task.accepts_dialogs)
        await page.goto(url)
        await task.actions(page)
        await page.wait_for_load_state()
        await generator._stop_recording()
        await browser.close()
    return script(lines.codes, options, timeout, accept=task.accepts_dialogs)


def script(codes: Sequence[str], launch: dict[str, Any], timeout: float, *, accept: bool) -> str:
    """The program that runs generated lines."""
    lines = "\n".join(codes)
    if accept:
        lines = lines.replace("dialog.dismiss()", "dialog.accept()")
    return _SCRIPT.format(
        launch=launch, profile=profile(headless=True), timeout=timeout * 1000, lines=lines
    )


def run(path: Path) -> Ran:
    """Run a generated script."""
    try:
        done = subprocess.run(
            [sys.executable, str(path)],
            capture_output=True,
            text=True,
            timeout=_LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(False, "took too long")
    last = done.stderr.strip().splitlines()
    error = next((line for line in last if "Error" in line), last[-1] if last else "")
    return Ran(done.returncode == 0, error)


def _answer_dialogs(page: Page, *, accept: bool) -> None:
    async def answer(dialog: Any) -> None:
        await (dialog.accept() if accept else dialog.dismiss())

    page.on("dialog", answer)
