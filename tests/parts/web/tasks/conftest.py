"""A person in front of the page: their clicks are counted, and a tab with an error fails the test.

The fixtures `serve` and `sample` of the folder above give the server and the board, of our own
sessions. A test begins at `/` and says `assert person.clicks <= FEW` when the task is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.parts.web.conftest import Served
from tests.parts.web.test_browser import open_at, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

FEW = 5
"""The most clicks of a task."""


class Person:
    """Somebody who uses one tab. `tab` and `served` are there to look, not to act."""

    def __init__(self, tab: Page, served: Served) -> None:
        self.tab, self.served, self.clicks = tab, served, 0

    def click(self, what: str | Locator, role: str = "") -> None:
        """Click on a link or button by its words, on another role (`checkbox`), or on a place."""
        self._go(what if not isinstance(what, str) else self._named(what, role))

    def type(self, label: str | Locator, text: str) -> None:
        """Replace what a field holds by keys; going to it is a click, unless it has the caret."""
        field = self._field(label)
        self._ready(field)
        if not field.evaluate("each => each === document.activeElement"):
            self._go(field)
        self.tab.keyboard.press("ControlOrMeta+a")
        self.tab.keyboard.type(text)

    def choose(self, label: str | Locator, option: str) -> None:
        """Choose from a list: one click."""
        field = self._field(label)
        self._ready(field)
        self.clicks += 1
        field.select_option(option)

    def press(self, key: str) -> None:
        """Press a key that does something, such as Enter: it counts as a click."""
        self._ready()
        self.clicks += 1
        self.tab.keyboard.press(key)

    def sees(self, text: str) -> bool:
        """Wait until a text is on the page."""
        self.tab.get_by_text(text).locator("visible=true").first.wait_for(timeout=15_000)
        return True

    @property
    def text(self) -> str:
        """What the main part of the page says."""
        return self.tab.locator("main").inner_text()

    def begin_at(self, path: str) -> None:
        """Open a page by its address, before the task begins."""
        assert self.clicks == 0, "a task that has begun goes on by clicks"
        self.tab.goto(self.served.url(path))

    def _field(self, label: str | Locator) -> Locator:
        if not isinstance(label, str):
            return label
        return self.tab.get_by_label(label).locator("visible=true").first

    def _named(self, name: str, role: str) -> Locator:
        if role:
            return self.tab.get_by_role(role, name=name).locator("visible=true").first  # type: ignore[arg-type]  # any role
        both = self.tab.get_by_role("link", name=name).or_(
            self.tab.get_by_role("button", name=name)
        )
        return both.locator("visible=true").first

    def _go(self, where: Locator) -> None:
        self._ready(where)
        self.clicks += 1
        where.click(timeout=15_000)

    def _ready(self, where: Locator | None = None) -> None:
        """Look at the page for a moment: what just came to the screen is not decided.

        What is acted on is there first: before that, the page that is left may be the one that is
        looked at, and the new one would be acted on before its scripts listen.
        """
        if where is not None:
            where.wait_for(timeout=15_000)
        self.tab.wait_for_load_state("domcontentloaded")
        self.tab.wait_for_function("() => !early()")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A real browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def person_at(serve: Callable[..., Served], browser: Browser) -> Iterator[Callable[..., Person]]:
    """Gives a person in front of a board, such as `person_at(board, "--read-only")`."""
    contexts, problems = [], []

    def open_page(board: Path | None = None, *options: str) -> Person:
        served = serve(*options, **({"board": board} if board else {}))
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        contexts.append(context)
        tab = context.new_page()
        problems.append(watched(tab))
        open_at(tab, served)
        return Person(tab, served)

    yield open_page
    for context in contexts:
        context.close()
    assert [each for found in problems for each in found] == []


@pytest.fixture
def person(person_at: Callable[..., Person]) -> Person:
    """A person at the first page of the sample board."""
    return person_at()
