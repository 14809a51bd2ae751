"""The door to Playwright's own engine, through which names and selectors come."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

import pytest

from lessonboard.parts.recordings.browser.engine import EngineMissing, expose_engine
from tests.parts.recordings.browser.tasks import Circle, lines_of

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page


def test_the_installed_playwright_offers_its_engine(circle: Circle) -> None:
    """An upgrade that closes the door, or changes what lies behind it, fails here.

    An icon font puts a sign into a button's name that its text does not have.
    """
    seen: list[Any] = []

    async def press(page: Page) -> None:
        seen.append(await page.evaluate("typeof playwright.selector + typeof playwright.$$"))
        seen.append(
            await page.evaluate("playwright.ariaSnapshot(document.querySelector('button'))")
        )
        await page.locator("button").first.click()

    circle.site.later["<h1>Settings</h1>"] = (
        "<style>.i::before { content: '\\e020' }</style><button><span class=i></span></button>"
    )
    recorded = circle.record("settings.html", press)
    assert seen == ["functionfunction", '- button "\ue020"']
    target = lines_of(recorded.folder)[0]["details"]["target"]
    assert (target["role"], target["name"]) == ("button", "\ue020")


def test_an_icon_is_found_again(circle: Circle) -> None:
    """By the very name that Playwright computes on a rerun."""
    circle.site.later["<h1>Settings</h1>"] = (
        "<style>.i::before { content: '\\e020' }</style>"
        "<button onclick=\"fetch('/done?icon=1')\"><span class=i></span></button>"
    )

    async def press(page: Page) -> None:
        await page.locator("button").first.click()

    plan = circle.taught("settings.html", press)
    assert circle.run(plan).completed
    assert circle.site.done == [{"icon": "1"}]


def test_what_shows_the_consequence_of_a_button_is_kept(circle: Circle) -> None:
    """Its title, the words of its picture, and those of the dialog that it is in; else none."""
    circle.site.later["<h1>Settings</h1>"] = (
        "<div role=dialog><p>This cannot be undone.</p>"
        "<button title='Delete account' aria-label=OK><i class='fa fa-trash'></i></button></div>"
        "<button>Next</button><button><img alt='Send' src=''></button>"
    )

    async def press(page: Page) -> None:
        for name in ("OK", "Next", "Send"):
            await page.get_by_role("button", name=name).click()

    recorded = circle.record("settings.html", press)
    targets = [line["details"]["target"] for line in lines_of(recorded.folder)[:3]]
    names = ("title", "icon", "dialog_text")
    kept = [{name: target[name] for name in names if name in target} for target in targets]
    assert kept == [
        {"title": "Delete account", "icon": "trash", "dialog_text": "This cannot be undone."},
        {},
        {"icon": "Send"},
    ]


def test_the_error_names_the_version_that_is_needed() -> None:
    """Nothing is recorded with names that a rerun would not find."""

    class Closed:
        _impl_obj = object()

    with pytest.raises(EngineMissing, match=r"pip install 'playwright==1\.65"):
        asyncio.run(expose_engine(cast("BrowserContext", Closed())))


def test_fields_called_like_attributes_of_their_form_lose_no_action(circle: Circle) -> None:
    """`form.id` is then an element, and so are `form.method` and `form.action`."""
    circle.site.later["<h1>Settings</h1>"] = (
        "<form method=post onsubmit=\"event.preventDefault(); fetch('/done?sent=1')\" id=away>"
        "<input name=id><input name=method><input name=action><button>Delete</button></form>"
    )

    async def press(page: Page) -> None:
        await page.get_by_role("button", name="Delete").click()

    recorded = circle.record("settings.html", press)
    target = lines_of(recorded.folder)[0]["details"]["target"]
    assert (target["form"], target["submits"]) == ("away", True)
