"""The recorded targets and pages, in the form that cards use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from lessonboard.parts.recordings.sources import Recording, Step

_SPOKEN = ("label", "name", "placeholder")
"""The attributes that name a target to a person, best first."""

_LONGEST = 80
_LONGEST_NAME = 40
"""A short text inside an element is its name; a longer one is its content."""


class Page(NamedTuple):
    """A page or window at one moment; empty where none was recorded."""

    url: str = ""
    title: str = ""
    headings: tuple[str, ...] = ()
    focus: str = ""

    @property
    def place(self) -> str:
        """The page's identity: its address without query and fragment, else its title."""
        return self.url.partition("#")[0].partition("?")[0] or self.title


class RecordedStep(NamedTuple):
    """A step with the pages before and after it."""

    step: Step
    before: Page
    after: Page
    previous: Step | None

    @property
    def url(self) -> str:
        """The address to keep: complete for the first step, which opens it, else without query."""
        first = self.previous is None
        return self.before.url if first else self.before.url.partition("#")[0].partition("?")[0]


def moments(recording: Recording) -> list[RecordedStep]:
    """The steps of a recording with their pages."""
    steps = recording.steps
    pages = [*(page(step.details) for step in steps), page(recording.end_details)]
    return [
        RecordedStep(step, pages[n], pages[n + 1], steps[n - 1] if n else None)
        for n, step in enumerate(steps)
    ]


def page(details: Mapping[str, Any]) -> Page:
    """The page in the details of a manifest line."""
    state = details.get("state")
    state = state if isinstance(state, Mapping) else {}
    headings = state.get("headings")
    headings = headings if isinstance(headings, Sequence) and not isinstance(headings, str) else ()
    return Page(
        str(details.get("url") or ""),
        one_line(details.get("title")),
        tuple(filter(None, map(one_line, headings))),
        one_line(state.get("focus")),
    )


def spoken(target: object) -> str:
    """The name by which a person knows a target; empty where none was recorded.

    >>> spoken({"role": "textbox", "label": " Song  name ", "placeholder": "Numb"})
    'Song name'
    """
    seen = target if isinstance(target, Mapping) else {}
    names = [one_line(seen.get(key)) for key in _SPOKEN]
    text, test_id = one_line(seen.get("text")), one_line(seen.get("test_id"))
    inside = text if len(text) <= _LONGEST_NAME else ""
    return next(filter(None, [*names, inside, test_id]), "")


def one_line(value: object) -> str:
    """A text on one line, shortened; empty for anything but text.

    >>> one_line(" Two\\n lines ")
    'Two lines'
    """
    text = " ".join(value.split()) if isinstance(value, str) else ""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
