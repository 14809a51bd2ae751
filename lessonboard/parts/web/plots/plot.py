"""A drawing with its numbers, and the few elements that drawings are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup


class Plot(NamedTuple):
    """An SVG element, and what it shows as a table for those who cannot or will not look."""

    svg: Markup
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def element(name: str, text: str = "", /, **attributes: object) -> Markup:
    """An element; `class_` and names with `_` for `-` are spelt as SVG has them.

    >>> element("text", "<5", x=1, text_anchor="end")
    Markup('<text x="1" text-anchor="end">&lt;5</text>')
    """
    given = Markup("").join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), _number(value))
        for key, value in attributes.items()
    )
    return Markup("<{}{}>{}</{}>").format(name, given, text, name)


def drawing(width: int, height: int, title: str, parts: Iterable[Markup]) -> Markup:
    """A drawing that is as wide as its place, and is called by its title."""
    return Markup(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}" xmlns="http://www.w3.org/2000/svg">'
        "{}</svg>"
    ).format(width, height, title, Markup("").join(parts))


def _number(value: object) -> object:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else value
