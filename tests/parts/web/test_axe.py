"""Every page of a board with odd content fits its window, and axe-core finds nothing on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.long_runs import rounds, some
from tests.optional_parts import AXE
from tests.parts.web.conftest import NOW, Served
from tests.parts.web.odd_board import TALKS, make_odd
from tests.parts.web.test_browser import open_at, violations, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_OF_A_KIND = rounds(1, 4)
"""Pages of one kind that are looked at, besides those of the odd sessions."""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A real browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.mark.parametrize(
    ("scheme", "width"), some([("light", 360), ("dark", 1280), ("dark", 360), ("light", 1280)], 1)
)
def test_every_page_that_is_linked_fits_and_passes_axe(
    serve: Callable[..., Served], browser: Browser, sample: Path, scheme: Any, width: int
) -> None:
    """With all that is folded opened; text that scrolls can be reached by the keyboard."""
    make_odd(sample, NOW)
    served = serve()
    script = Path(found).read_text() if (found := AXE.find()) else ""
    size: Any = {"width": width, "height": 900}
    context = browser.new_context(color_scheme=scheme, viewport=size, bypass_csp=True)
    page = context.new_page()
    problems = watched(page)
    open_at(page, served)
    seen: list[str] = []
    for path in _linked(page, served, seen):
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        problems += [f"{path} is {wider} too wide"] if wider > 0 else []
        problems += [f"{path}: {each}" for each in violations(page, script)] if script else []
    context.close()
    assert problems == []
    assert {f"/sessions/{name}" for name in TALKS} <= set(seen)


def _linked(page: Page, served: Served, seen: list[str]) -> Iterator[str]:
    """Open one page after the other, as they are linked: a few of each kind."""
    kinds: Counter[str] = Counter()
    following = ["/", *(f"/sessions/{name}" for name in TALKS)]
    for path in following:
        kind = re.sub(r"(?<=.)/.+", "/", path.partition("?")[0])
        is_odd = any(path == f"/sessions/{name}" for name in TALKS)
        if path in seen or (kinds[kind] >= _OF_A_KIND and not is_odd):
            continue
        kinds[kind] += 1
        seen.append(path)
        page.goto(served.url(path))
        links = page.locator("main a[href^='/'], nav a[href^='/']")
        found = links.evaluate_all("all => all.map(each => each.getAttribute('href'))")
        following += [each.partition("#")[0] for each in found if "/frames/" not in each]
        yield path
