"""Which seeds a task is recorded and run at, and the values of each, read from the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.recordings.miniwob.server import Episodes
from bench.recordings.miniwob.task import Task, Values, is_same_task
from lessonboard.parts.recordings.browser.chromium import launching, profile

if TYPE_CHECKING:
    from playwright.sync_api import Page

RERUNS = 5
_LAST = 400


@dataclass(frozen=True)
class Episode:
    """What a page asks for at a seed."""

    seed: int
    values: Values


def episodes(task: Task, server: Episodes) -> tuple[Episode, ...]:
    """The episode to record, and those to run: the first that ask for the same with other values.

    Raises:
        LookupError: there are too few.
    """
    from playwright.sync_api import sync_playwright

    found: list[Episode] = []
    with sync_playwright() as playwright:
        options = launching(playwright.chromium.executable_path, headless=True)
        page = playwright.chromium.launch(**options).new_page(**profile(headless=True))
        for seed in range(1, _LAST + 1):
            values = read(task, page, server, seed)
            if values and (not found or is_same_task(found[0].values, values)):
                found.append(Episode(seed, values))
            if len(found) > RERUNS:
                return tuple(found)
    raise LookupError(f"{task.name}: {len(found)} of the first {_LAST} seeds ask for it")


def read(task: Task, page: Page, server: Episodes, seed: int) -> Values | None:
    """The values at a seed; None where the page asks for something else."""
    server.begin(seed)
    page.goto(server.url(task.name))
    asked = re.search(task.utterance, page.evaluate("core.getUtterance()"))
    if asked is None:
        return None
    groups = {name: text for name, text in asked.groupdict().items() if text is not None}
    values: Values | None = page.evaluate(f"(groups) => ({task.values})(groups)", groups)
    return values
