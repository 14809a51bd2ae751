"""Bars: one for each of a few days, or one for each kind of thing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup

from lessonboard.parts.web.plots.plot import Plot, drawing, element
from lessonboard.present.text import one_line

_WIDTH, _HEIGHT, _TOP, _BOTTOM = 220, 92, 16, 16
_ROW, _BAR = 24, 250
_LETTER, _LONGEST = 7, 36
"""How wide a letter is, and how many of a name are shown."""


def columns(title: str, labels: Sequence[str], values: Sequence[int], series: int = 1) -> Plot:
    """A column for each label; the highest one is named, so that no axis is needed.

    >>> columns("Sessions", ["Mon", "Tue"], [0, 3]).rows
    [('Mon', '0'), ('Tue', '3')]
    """
    highest, step = max([*values, 1]), _WIDTH / max(len(values), 1)
    floor = _HEIGHT - _BOTTOM
    parts = [element("line", x1=0, y1=floor, x2=_WIDTH, y2=floor, class_="axis")]
    for place, (label, value) in enumerate(zip(labels, values, strict=True)):
        tall = (floor - _TOP) * value / highest
        middle = (place + 0.5) * step
        parts.append(element("rect", x=middle - step * 0.35, y=floor - tall, width=step * 0.7,
                             height=tall, rx=2, class_=f"bar s{series}"))  # fmt: skip
        parts.append(element("text", label, x=middle, y=_HEIGHT - 3, text_anchor="middle"))
        if value:
            parts.append(
                element("text", str(value), x=middle, y=floor - tall - 4, text_anchor="middle")
            )
    rows = [(label, str(value)) for label, value in zip(labels, values, strict=True)]
    told = f"{title}: " + ", ".join(" ".join(row) for row in rows)
    return Plot(drawing(_WIDTH, _HEIGHT, told, parts), ("when", title.lower()), rows)


def rows(
    title: str, what: str, values: Sequence[tuple[str, float]], said: Callable[[float], str]
) -> Plot:
    """A bar for each name, the largest across the whole width.

    Args:
        title: what the drawing is called.
        what: what the names are.
        values: names with their values.
        said: a value in words.
    """
    highest = max([value for _, value in values], default=0) or 1
    label = min(max([len(name) for name, _ in values], default=0), _LONGEST) * _LETTER + 12
    parts: list[Markup] = []
    for place, (name, value) in enumerate(values):
        y = place * _ROW
        parts.append(
            element("text", one_line(name, _LONGEST), x=label - 8, y=y + 15, text_anchor="end")
        )
        parts.append(element("rect", x=label, y=y + 4, width=max(1.0, _BAR * value / highest),
                             height=_ROW - 9, rx=2, class_="bar s1"))  # fmt: skip
        parts.append(element("text", said(value), x=label + _BAR * value / highest + 6, y=y + 15))
    table = [(name, said(value)) for name, value in values]
    width, height = label + _BAR + 110, max(1, len(values)) * _ROW
    return Plot(drawing(width, height, title, parts), (what, title.lower()), table)
