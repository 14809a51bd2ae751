"""Read what a page shows: address, title, headings, and its elements of a role."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.browser.expected import Seen

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MOST_LISTED, _LONGEST = 10, 100
_PATIENCE = 2000.0
"""Milliseconds for which a page that is busy is asked."""

_LISTED = re.compile(r'^\s*- [\'"]?([a-z]+) "((?:[^"\\]|\\.)*)"', re.MULTILINE)


def look(page: Page) -> Seen:
    """What a page shows; while it is navigating, only its address."""
    from playwright.sync_api import Error

    with suppress(Error):
        script = f"() => ({{...({scripts.surroundings()}).shows(), title: document.title}})"
        shown = page.evaluate(script)
        return Seen(page.url, shown["title"], tuple(shown["headings"]), text=shown["text"],
                    messages=tuple(shown["messages"]))  # fmt: skip
    return Seen(page.url)


def says(page: Page, text: str) -> bool:
    """Whether a page shows a visible element that says just this."""
    from playwright.sync_api import Error

    with suppress(Error):
        return page.get_by_text(text, exact=True).filter(visible=True).count() > 0
    return False


def look_closely(page: Page, role: str = "") -> Seen:
    """What a page shows, with its elements of a role."""
    from playwright.sync_api import Error

    seen, wanted = look(page), (role,) if role else ("button", "link", "textbox")
    with suppress(Error):
        listed = page.locator("body").aria_snapshot(timeout=_PATIENCE)
        there = [f'{match[1]} "{match[2]}"'[:_LONGEST] for match in _LISTED.finditer(listed)
                 if match[1] in wanted]  # fmt: skip
        return replace(seen, candidates=tuple(there[:_MOST_LISTED]))
    return seen
