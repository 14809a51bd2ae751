"""The page in a narrow window: what does not fit is not in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.parts.web.conftest import Served
from tests.parts.web.test_browser import browser as browser  # noqa: PLC0414  # a fixture
from tests.parts.web.test_browser import open_at
from tests.parts.web.test_browser import tab as tab  # noqa: PLC0414  # a fixture

if TYPE_CHECKING:
    from playwright.sync_api import Page

Serve = Callable[..., Served]


@pytest.mark.parametrize("width", [641, 960])
def test_the_header_is_one_line(serve: Serve, tab: Page, width: int) -> None:
    """The navigation is a strip that is scrolled, between the name and the search."""
    tab.set_viewport_size({"width": width, "height": 800})
    open_at(tab, serve(), "/help")
    header, search = tab.locator("header").bounding_box(), tab.locator(".find").bounding_box()
    assert header is not None
    assert search is not None
    assert header["height"] < 70
    assert search["x"] + search["width"] <= width
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.get_by_role("link", name="Help", exact=True).first.is_visible()


def test_where_keys_are_hidden_nothing_is_said_of_them(serve: Serve, tab: Page) -> None:
    """A phone has none."""
    served = serve()
    open_at(tab, served, "/review")
    assert tab.get_by_text("Enter decides nothing").is_visible()
    tab.set_viewport_size({"width": 360, "height": 800})
    assert not tab.get_by_text("Enter decides nothing").is_visible()
