"""Read what a page shows: address, title, headings, and its elements of a role."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.browser.expected import Seen

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MOST_LISTED, _LONGEST = 10, 100
_PATIENCE = 2000.0
"""Milliseconds for which a page that is busy is asked."""

_ANY = ("button", "link", "textbox")
_LISTED = re.compile(r'^\s*- [\'"]?([a-z]+) "((?:[^"\\]|\\.)*)"', re.MULTILINE)


def look(page: Page) -> Seen:
    """What a page shows; while it is navigating, only its address."""
    from playwright.sync_api import Error

    seen = Seen(url=page.url)
    with suppress(Error):
        shown = page.evaluate(f"() => ({scripts.surroundings()}).shows()")
        seen = Seen(page.url, page.title(), tuple(shown["headings"]), text=shown["text"],
                    messages=tuple(shown["messages"]))  # fmt: skip
    return seen


def look_closely(page: Page, role: str = "") -> Seen:
    """What a page shows, with its elements of a role."""
    from playwright.sync_api import Error

    seen = look(page)
    with suppress(Error):
        listed = page.locator("body").aria_snapshot(timeout=_PATIENCE)
        return replace(seen, candidates=_candidates(listed, role))
    return seen


def _candidates(snapshot: str, role: str) -> tuple[str, ...]:
    """The elements of a role in Playwright's ARIA snapshot of a page."""
    wanted = (role,) if role else _ANY
    found = (f'{match[1]} "{match[2]}"'[:_LONGEST] for match in _LISTED.finditer(snapshot)
             if match[1] in wanted)  # fmt: skip
    return tuple(islice(found, _MOST_LISTED))
