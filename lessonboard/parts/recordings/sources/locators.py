"""Write Playwright selectors, and rank those that lead to one target."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

ENTER_FRAME = " >> internal:control=enter-frame >> "
"""What joins the selector of a frame and a selector inside of it."""

_RANKS = (
    "role", "label", "placeholder", "test id", "title", "alt text", "text", "id", "css", "xpath",
)  # fmt: skip
_MOST = 12
_LONGEST = 2_000


class Locator(NamedTuple):
    """A Playwright selector, and what it goes `by`."""

    by: str
    selector: str


def ranked(locators: Iterable[Locator]) -> list[dict[str, str]]:
    """The locators for a manifest: each selector once, those that a person would use first."""
    first = {each.selector: each for each in reversed(list(locators))}
    short = [each for each in reversed(first.values()) if 0 < len(each.selector) <= _LONGEST]
    return [each._asdict() for each in sorted(short, key=_rank)[:_MOST]]


def by_role(role: str, name: str = "", *, exact: bool = True) -> Locator:
    """An element by its role and accessible name.

    >>> by_role("button", 'Say "hi"').selector
    'internal:role=button[name="Say \\\\"hi\\\\""s]'
    """
    named = f"[name={in_attribute(name, exact=exact)}]" if name else ""
    return Locator("role", f"internal:role={role}{named}")


def by_role_in_capitals(role: str, name: str) -> Locator:
    """An element by a name whose capitals may come from CSS alone.

    Chrome's names have them (`text-transform: uppercase`), and so has what DevTools records;
    Playwright's have not.
    """
    escaped = re.sub(r"([^\w\s])", r"\\\1", name)
    return Locator("role", f"internal:role={role}[name=/^{escaped}$/i]")


def by_label(label: str, *, exact: bool = True) -> Locator:
    """A field by its label."""
    return Locator("label", f"internal:label={in_text(label, exact=exact)}")


def by_text(text: str, *, exact: bool = True) -> Locator:
    """The smallest element with a text: the whole text if `exact`, otherwise a part of it."""
    return Locator("text", f"internal:text={in_text(text, exact=exact)}")


def by_test_id(value: str, attribute: str = "data-testid") -> Locator:
    """An element by the attribute that is meant for tests."""
    return Locator("test id", f"internal:testid=[{attribute}={in_attribute(value)}]")


def by_css(selector: str) -> Locator:
    """An element by CSS, which also reaches into open shadow roots."""
    is_plain = selector.startswith("#") and selector[1:].replace("-", "").replace("_", "").isalnum()
    return Locator("id" if is_plain else "css", selector)


def by_xpath(path: str) -> Locator:
    """An element by XPath."""
    return Locator("xpath", f"xpath={path}")


def in_text(text: str, *, exact: bool = True) -> str:
    """A text as Playwright's engines for texts and labels take it."""
    return json.dumps(text, ensure_ascii=False) + ("s" if exact else "i")


def in_attribute(text: str, *, exact: bool = True) -> str:
    """A text as Playwright's engines for attributes take it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' + ("s" if exact else "i")


def parts_of(selector: str) -> list[str]:
    """The parts of a chained selector; `>>` inside of quotes separates nothing.

    >>> parts_of('internal:text="a >> b"i >> nth=0')
    ['internal:text="a >> b"i', 'nth=0']
    """
    parts, start, quote, position = [], 0, "", 0
    while position < len(selector):
        char = selector[position]
        if char == "\\":
            position += 1
        elif quote:
            quote = "" if char == quote else quote
        elif char in "\"'`":
            quote = char
        elif selector.startswith(">>", position) and selector[position + 2 : position + 3] != ">":
            parts.append(selector[start:position])
            position += 1
            start = position + 1
        position += 1
    return [part for each in [*parts, selector[start:]] if (part := each.strip())]


def _rank(locator: Locator) -> int:
    return _RANKS.index(locator.by) if locator.by in _RANKS else len(_RANKS)
