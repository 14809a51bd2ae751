"""What a card says that should be seen, as far as it can be checked, and what is seen instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from scheduler.browser.plan import PlanStep

Reword = Callable[[str], str]

_OPENS = re.compile(r'[Tt]he page (?:"(?P<title>.+?)"|(?P<url>https?://\S+)) opens')
_HEADING = re.compile(r'[Tt]he heading "(.+?)" appears')
_CHANGING = re.compile(r"[0-9a-f]{8}(?:-?[0-9a-f]{4,}){1,4}|[0-9a-f]{12,}|\d+")
"""Numbers and identifiers, which differ from day to day on the same page."""


@dataclass(frozen=True)
class Seen:
    """What a page shows; `candidates` are what stands there of the role that is looked for.

    `refused` is an address that was to be opened and may not be.
    """

    url: str = ""
    title: str = ""
    headings: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True)
class Expected:
    """What should be seen; what is empty is not checked."""

    place: str = ""
    title: str = ""
    heading: str = ""

    def problems(self, seen: Seen) -> list[str]:
        """What is not as it should be, each as one phrase."""
        found = []
        if self.place and not same_place(self.place, seen.url):
            found.append(f"the page {place(self.place)}")
        if self.title and not alike(self.title, seen.title):
            found.append(f'a page with the title "{self.title}"')
        if self.heading and not any(alike(self.heading, each) for each in seen.headings):
            found.append(f'the heading "{self.heading}"')
        return found


def before(step: PlanStep, reword: Reword) -> Expected:
    """What should be seen when a step begins."""
    return Expected(place=reword(step.target.get("url", "")))


def after(step: PlanStep, reword: Reword) -> Expected:
    """What should be seen when a step is done."""
    opens, heading = _OPENS.search(step.post), _HEADING.search(step.post)
    return Expected(
        place=reword((opens and opens["url"]) or ""),
        title=reword((opens and opens["title"]) or ""),
        heading=reword(heading[1] if heading else ""),
    )


def place(url: str) -> str:
    """An address without what changes: its query and fragment.

    >>> place("http://localhost:8080/songs?q=Numb#top")
    'http://localhost:8080/songs'
    """
    return url.partition("#")[0].partition("?")[0]


def same_place(one: str, other: str) -> bool:
    """Whether two addresses are the same page, whatever number or identifier is in them.

    >>> same_place("http://a.example/order/17?x=1", "http://a.example/order/18")
    True
    >>> same_place("http://a.example/order/17", "http://a.example/orders")
    False
    """
    return alike(unquote(place(one)).rstrip("/"), unquote(place(other)).rstrip("/"))


def alike(one: str, other: str) -> bool:
    """Whether two texts are the same but for blanks, capitals, numbers and identifiers.

    >>> alike("3 items  left", "12 Items left")
    True
    """
    return _bare(one) == _bare(other)


def host(url: str) -> str:
    """The host of an address, with its port.

    >>> host("https://Example.com:8443/a")
    'example.com:8443'
    """
    return urlsplit(url).netloc.rpartition("@")[2].lower()


def _bare(text: str) -> str:
    return _CHANGING.sub("0", " ".join(text.lower().split()))
