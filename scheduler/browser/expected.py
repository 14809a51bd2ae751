"""The parts of a step card's expectations that can be checked, and their comparison with a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote

from scheduler.browser.plan import PlanStep

Reword = Callable[[str], str]

_OPENS = re.compile(r'[Tt]he page (?:"(?P<title>.+?)"|(?P<url>https?://\S+)) opens')
_HEADING = re.compile(r'[Tt]he heading "(.+?)" appears')
_CHANGING = re.compile(r"[0-9a-f]{8}(?:-?[0-9a-f]{4,}){1,4}|[0-9a-f]{12,}|\d+")
"""Numbers and identifiers, which differ from day to day on the same page."""


@dataclass(frozen=True)
class Seen:
    """What a page shows; `candidates` are its elements of the role that is searched.

    `refused` is an address that was blocked.
    """

    url: str = ""
    title: str = ""
    headings: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True)
class Expected:
    """What a page should show; empty fields are not checked."""

    place: str = ""
    title: str = ""
    heading: str = ""

    def problems(self, seen: Seen) -> list[str]:
        """The expectations that are not met, one phrase each."""
        problems = []
        if self.place and not same_place(self.place, seen.url):
            problems.append(f"the page {place(self.place)}")
        if self.title and not alike(self.title, seen.title):
            problems.append(f'a page with the title "{self.title}"')
        if self.heading and not any(alike(self.heading, heading) for heading in seen.headings):
            problems.append(f'the heading "{self.heading}"')
        return problems


def before(step: PlanStep, reword: Reword) -> Expected:
    """What should be visible before a step."""
    return Expected(place=reword(step.target.get("url", "")))


def after(step: PlanStep, reword: Reword) -> Expected:
    """What should be visible after a step."""
    opens, heading = _OPENS.search(step.post), _HEADING.search(step.post)
    return Expected(
        place=reword((opens and opens["url"]) or ""),
        title=reword((opens and opens["title"]) or ""),
        heading=reword(heading[1] if heading else ""),
    )


def place(url: str) -> str:
    """An address without its query and fragment, which change.

    >>> place("http://localhost:8080/songs?q=Numb#top")
    'http://localhost:8080/songs'
    """
    return url.partition("#")[0].partition("?")[0]


def same_place(one: str, other: str) -> bool:
    """Whether two addresses are the same page, ignoring numbers and identifiers.

    >>> same_place("http://a.example/order/17?x=1", "http://a.example/order/18")
    True
    >>> same_place("http://a.example/order/17", "http://a.example/orders")
    False
    """
    return alike(unquote(place(one)).rstrip("/"), unquote(place(other)).rstrip("/"))


def alike(one: str, other: str) -> bool:
    """Whether two texts are equal, ignoring whitespace, case, numbers and identifiers.

    >>> alike("3 items  left", "12 Items left")
    True
    """
    return _normalised(one) == _normalised(other)


def _normalised(text: str) -> str:
    return _CHANGING.sub("0", " ".join(text.lower().split()))
