"""A case: a page when it was recorded, the same page now, and what the person did."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Half = Literal["a", "b", "c", "d", "e"]
Step = str | tuple[str, str]
"""A selector of what is clicked, or of a field and what is filled in."""

Part = str | Sequence[str]
Sub = tuple[str, str]
"""A text of the rendered page and what is there instead; it must be there exactly once."""

_PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>
<link rel="stylesheet" href="/static/app.css"></head><body>
{body}
<script src="/static/app.js"></script></body></html>"""


@dataclass(frozen=True)
class Scene:
    """The page of a small application; `{name}` in its layout is a part.

    A part that is a list repeats the part named without the final "s": the fields of each entry
    are divided by "|".
    """

    layout: str
    parts: Mapping[str, Any]

    def page(self, subs: Sequence[Sub] = (), **other: Part) -> str:
        """The page with other parts and substitutions.

        Raises:
            ValueError: a text to substitute is not there exactly once, or no such part is there.
        """
        if unknown := set(other) - set(self.parts):
            raise ValueError(f"no part {', '.join(unknown)} in {self.layout[:60]!r}")
        parts = {**self.parts, **other}
        filled = {key: _filled(key, value, parts) for key, value in parts.items()}
        text = self.layout.format_map(filled)
        for old, new in subs:
            if text.count(old) != 1:
                raise ValueError(f"{old!r} is there {text.count(old)} times in {text[:60]!r}")
            text = text.replace(old, new)
        return _PAGE.format(body=text, lang=parts["lang"], title=parts["title"])


def _filled(key: str, value: Part, parts: Mapping[str, Any]) -> str:
    if isinstance(value, str):
        return value
    return "\n".join(parts[key[:-1]].format(*entry.split("|")) for entry in value)


@dataclass(frozen=True)
class Case:
    """One case; `doable` says whether the right control is plainly there now."""

    name: str
    doable: bool
    before: str
    after: str
    person: tuple[Step, ...]

    @property
    def half(self) -> Half:
        """The half it belongs to, by its name alone."""
        if self.name.startswith("c: "):
            return "c"
        if self.name.startswith("d: "):
            return "d"
        if self.name.startswith("e: "):
            return "e"
        return "a" if hashlib.sha256(self.name.encode()).digest()[0] % 2 == 0 else "b"


def scene(layout: str, **parts: Part) -> Scene:
    """A scene of a layout and its parts."""
    return Scene(layout.strip(), {"lang": "en", "title": "Office", **parts})


def stop(name: str, of: Scene, person: Sequence[Step], *subs: Sub, **parts: Part) -> Case:
    """A change after which a run must stop, as only something else is there."""
    return Case(name, False, of.page(), of.page(subs, **parts), tuple(person))


def do(name: str, of: Scene, person: Sequence[Step], *subs: Sub, **parts: Part) -> Case:
    """A change after which the right control is plainly there."""
    return Case(name, True, of.page(), of.page(subs, **parts), tuple(person))
