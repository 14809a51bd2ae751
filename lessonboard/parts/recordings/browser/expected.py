"""The parts of a step card's expectations that can be checked, and their comparison with a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from lessonboard.parts.recordings.compiler.template import render, used

_CHANGING = re.compile(
    r"[0-9a-f]{8}(?:-?[0-9a-f]{4,}){1,4}|[0-9a-f]{12,}|(?<=/)[\w+-]{2,}={1,2}(?=/|$)|\d+"
)
"""Numbers and identifiers (Base64 in an address, too), which differ on the same page."""

_TEXTS = ("place", "title", "heading", "text", "absent")

Given = frozenset[str]
"""Numbers that the caller gave, which do not differ."""


@dataclass(frozen=True)
class Seen:
    """What a page shows; `candidates` are its elements of the role that is searched.

    `refused` is an address that was blocked, `text` all that the page says.
    """

    url: str = ""
    title: str = ""
    headings: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    refused: str = ""
    text: str = ""
    messages: tuple[str, ...] = ()

    def cleaned(self, clean: Callable[[str], str], refused: str = "") -> Seen:
        """The same without secrets and without the text, with what was refused."""
        return Seen(clean(self.url), clean(self.title), tuple(map(clean, self.headings)),
                    tuple(map(clean, self.candidates)), clean(refused))  # fmt: skip

    def shows(self, text: str, given: Given = frozenset()) -> bool:
        """Whether the page says this; a message that says more, as "Not saved", says otherwise."""
        wanted = _counted(text, given)
        messages = [_counted(each, given) for each in self.messages]
        if wanted in messages:
            return True
        says = _counted(self.text, given)
        return wanted in says and not any(wanted in each for each in messages)


@dataclass(frozen=True)
class Expected:
    """What a page should show; empty fields are not checked, and `given` numbers must be the same.

    Of a place and a title that are both given one is enough: addresses hold random words, and
    titles hold news.
    """

    place: str = ""
    title: str = ""
    heading: str = ""
    text: str = ""
    absent: str = ""
    given: Given = frozenset()

    @property
    def is_any(self) -> bool:
        """Whether anything is expected."""
        return any(getattr(self, key) for key in _TEXTS)

    def problems(self, seen: Seen) -> list[str]:
        """The expectations that are not met, one phrase each."""
        problems = []
        places = [same_place(self.place, seen.url)] if self.place else []
        titles = [alike(self.title, seen.title, self.given)] if self.title else []
        if (places or titles) and not any([*places, *titles]):
            page = f' "{self.title}"' if self.title else ""
            problems.append(f"the page{f' {place(self.place)}' if self.place else ''}{page}")
        headings = (alike(self.heading, each, self.given) for each in seen.headings)
        if self.heading and not any(headings):
            problems.append(f'the heading "{self.heading}"')
        if self.text and not seen.shows(self.text, self.given):
            problems.append(f'the text "{self.text}"')
        if self.absent and _has_words(self.absent, seen.text):
            problems.append(f'that "{self.absent}" is gone')
        return problems


def expected_of(texts: Mapping[str, str], values: Mapping[str, str]) -> Expected:
    """The expectations of a step or an outcome, from templates and the values of this run."""
    filled = {key: render(texts.get(key, ""), values) for key in _TEXTS}
    said = [texts.get(key, "") for key in ("title", "heading", "text")]
    return Expected(**filled, given=numbers_given(said, values))


def numbers_given(templates: object, values: Mapping[str, str]) -> Given:
    """The numbers and identifiers in the values that templates name.

    >>> sorted(numbers_given("Added {n} x {what}", {"n": "5", "what": "Tea 2", "other": "7"}))
    ['2', '5']
    """
    return frozenset().union(*(numbers_in(values.get(name, "")) for name in used(templates)))


def numbers_in(text: str) -> Given:
    """The numbers and identifiers in a text."""
    return frozenset(_CHANGING.findall(text.lower()))


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


def alike(one: str, other: str, given: Given = frozenset()) -> bool:
    """Whether two texts are equal, ignoring whitespace, case, and numbers that are not given.

    >>> alike("3 items  left", "12 Items left"), alike("3 left", "12 left", frozenset({"3"}))
    (True, False)
    """
    return _normalised(one, given) == _normalised(other, given)


def _has_words(words: str, text: str) -> bool:
    """Whether a text holds these words as words."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", " ".join(text.split())) is not None


def _normalised(text: str, given: Given, *, some: str = "0") -> str:
    """A text with "0" for no and `some` for any other number, and given ones marked as such."""

    def kind(found: re.Match[str]) -> str:
        if found[0] in given:
            return f"#{found[0]}"
        return some if found[0].strip("0") else "0"

    return _CHANGING.sub(kind, " ".join(text.lower().split()))


def _counted(text: str, given: Given) -> str:
    """The same, but none is not some: "0 rows were changed" is no success."""
    return _normalised(text, given, some="1")
