"""Enter in a field decides nothing: on every page, with scripts and without."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blackboard import Board
from examples.pictures.sample_board import TOLD
from lessonboard.parts.web.rendering import FOLDER
from tests.parts.web.conftest import Served
from tests.parts.web.test_browser import open_at, watched
from tests.parts.web.test_pages import LESSON

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_FORM = re.compile(r'<form method="post" action="([^"]*)"[^>]*>\s*(.{0,60})', re.DOTALL)
_ENTERED = ("/reason",)
"""Forms that decide nothing, which Enter may send."""

_FIELDS = "main form[method=post] input:not([type=hidden], [type=checkbox], [type=radio])"


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A real browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


def _forms() -> list[tuple[str, str, str]]:
    return [
        (file.name, action, start)
        for file in sorted(FOLDER.parents[1].glob("*/templates/*.html"))
        for action, start in _FORM.findall(file.read_text())
    ]


def test_the_first_button_of_every_form_that_changes_something_is_inert() -> None:
    """Browsers press that one for Enter; `token` puts it there."""
    found = _forms()
    assert len(found) > 20
    wrong = [
        (file, action)
        for file, action, start in found
        if not start.startswith("{{ token(form_token) }}") and action not in _ENTERED
    ]
    assert wrong == []


@pytest.mark.parametrize("scripts", [True, False])
def test_enter_in_any_field_sends_no_form(
    serve: Callable[..., Served], browser: Browser, sample: Path, scripts: bool
) -> None:
    """Nor in a select; and the log is as long as before."""
    served = serve()
    context = browser.new_context(java_script_enabled=scripts)
    tab = context.new_page()
    problems = watched(tab)
    sent: list[str] = []
    tab.on("request", lambda each: sent.append(each.url) if each.method == "POST" else None)
    open_at(tab, served)
    with Board.open(sample) as board:
        before = board.log.head()
        stuck = [row["item"] for row in board.view("work", where={"state": "quarantined"})]
    fields = 0
    for path in ("/review", LESSON, f"/forget/{TOLD}", "/projects", *map(_item, stuck[:1])):
        tab.goto(served.url(path))
        fields += _entered(tab)
    context.close()
    assert fields >= 4
    assert (sent, problems) == ([], [])
    with Board.open(sample) as board:
        assert board.log.head() == before


def _item(name: str) -> str:
    return f"/queue/{name}"


def _entered(tab: Page) -> int:
    """Write into every field of the forms of a page, and press Enter in it; how many there are."""
    while (closed := tab.locator("main details[data-key]:not([open]) > summary")).count():
        closed.first.click()
    found = tab.locator(_FIELDS).all()
    for field in found:
        field.fill("too local for a rule")
        field.press("Enter")
        assert field.input_value() == "too local for a rule"
    return len(found)
