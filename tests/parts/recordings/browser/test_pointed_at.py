"""What varies is what was pointed at, and nothing else is a parameter; in a real Chromium."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

import pytest

from tests.parts.recordings.browser.tasks import Circle

if TYPE_CHECKING:
    from playwright.async_api import Page

Acts = Callable[["Page"], Awaitable[None]]
PAGE = "widgets/pointed.html"


def clicks(*selectors: str) -> Acts:
    """A person who clicks on one thing after another."""

    async def act(page: Page) -> None:
        for selector in selectors:
            await page.locator(selector).first.click()

    return act


async def _type(page: Page) -> None:
    for line, text in (("Author", "Ada"), ("Year", "1843")):
        await page.locator(f".line:has-text('{line}') input").click()
        await page.keyboard.type(text)


async def _slide(page: Page) -> None:
    await page.get_by_role("slider").focus()
    for _ in range(5):
        await page.keyboard.press("ArrowRight")


async def _drag(page: Page) -> None:
    await page.get_by_role("slider").hover()
    await page.mouse.down()
    box = await page.locator("#track").bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + 60, box["y"] + 8, steps=4)
    await page.mouse.up()


CASES: dict[str, tuple[Acts, Sequence[tuple[str, str, str]], dict[str, str], dict[str, str]]] = {
    "a tab": (
        clicks("text=Day"), [("views", "choice", "Day")], {"views": "Week"}, {"tab": "Week"},
    ),
    "an item of a list of plain elements, not the list": (
        clicks(".shown", ".item:text('Medium')"), [("item", "choice", "Medium")],
        {"item": "Large"}, {"size": "Large"},
    ),
    "a link among others": (
        clicks("text=First story"), [("link", "choice", "First story")],
        {"link": "Second story"}, {"story": "Second story"},
    ),
    "one of several buttons to choose from": (
        clicks("text=Red"), [("colour", "choice", "Red")], {"colour": "Blue"}, {"colour": "Blue"},
    ),
    "no button, lone link or link of the page's route": (
        clicks("nav >> text=Orders", "text=Start", "text=the terms", "text=Send"), [], {},
        {"sent": "yes"},
    ),
    "no label of a form": (
        _type, [("author", "text", "Ada"), ("year", "text", "1843")],
        {"author": "Bo", "year": "1900"}, {"author": "Bo", "year": "1900"},
    ),
    "a row in another section": (
        clicks(".dish:has-text('Soup') .add"), [("card", "row", "Soup")],
        {"card": "Cake"}, {"dish": "Cake"},
    ),
    "a text in a row": (
        clicks("b:text('Ada')"), [("item", "choice", "Ada")], {"item": "Bob"}, {"mail": "Bob"},
    ),
    "a word in a drawing": (
        clicks("svg >> text=North"), [("item", "choice", "North")], {"item": "South"},
        {"part": "South"},
    ),
    "a number that buttons count up": (
        clicks(".number >> text=+", ".number >> text=+"), [("copies", "text", "3")],
        {"copies": "7"}, {},
    ),
    "a slider by keys": (
        _slide, [("volume", "number", "15")], {"volume": "22"}, {"volume": "22"},
    ),
    "a slider by the mouse": (
        _drag, [("volume", "number", "60")], {"volume": "58"}, {"volume": "58"},
    ),
    "a day in a calendar": (
        clicks("#due", "[aria-label='Next month']", "[aria-label='Next month']",
               ".day:not(.other):text-is('5')"),
        [("due", "date", "05/01/2027")], {"due": "31/08/2026"}, {"due": "31/08/2026"},
    ),
}  # fmt: skip
ALWAYS = ("a day in a calendar", "no label of a form")
"""Those that a plain run does; a full one does all."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in ALWAYS else [pytest.mark.full]) for name in CASES],
)
def test_what_was_pointed_at_is_the_parameter(circle: Circle, name: str) -> None:
    """With another value the run points at another one."""
    act, parameters, values, state = CASES[name]
    plan = circle.taught(PAGE, act)
    assert [(each.name, each.kind, each.example) for each in plan.parameters] == parameters
    ran = circle.run(plan, values)
    assert ran.completed, ran.failed and ran.failed.expected
    shown: dict[str, str] = {}
    for report in circle.site.done:
        shown.update(report)
    assert shown == state


def test_a_date_that_is_none_stops_the_run(circle: Circle) -> None:
    """The form in which it is written is named; it may also be written as 2024-12-31."""
    act, _, _, _ = CASES["a day in a calendar"]
    plan = circle.taught(PAGE, act)
    ran = circle.run(plan, {"due": "31/02/2026"}, timeout=1.0)
    assert ran.failed is not None
    assert '"31/02/2026" is no date; write it as DD/MM/YYYY' in ran.failed.expected
    assert circle.run(plan, {"due": "2026-12-01"}).completed
    assert circle.site.done == [{"due": "01/12/2026"}]
