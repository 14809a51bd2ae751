"""Estimates with their intervals, one below the other, against the line of no difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lessonboard.parts.web.plots.plot import Plot, drawing, element

_LABEL, _AXIS, _ROW, _TOP = 170, 400, 34, 26
_TICKS = (-1.0, -0.5, 0.0, 0.5, 1.0)


class Estimate(NamedTuple):
    """A difference of two shares with its interval, all between -1 and 1."""

    name: str
    estimate: float
    low: float
    high: float


def intervals(title: str, found: Sequence[Estimate], fewer: str, more: str) -> Plot:
    """The estimates; left of the middle there is less with the lesson, right of it more."""
    height = _TOP + len(found) * _ROW + 24
    parts = []
    for tick in _TICKS:
        kind = "zero" if tick == 0 else "axis"
        parts.append(
            element("line", x1=_x(tick), y1=_TOP - 6, x2=_x(tick), y2=height - 22, class_=kind)
        )
        parts.append(element("text", _points(tick), x=_x(tick), y=height - 8, text_anchor="middle"))
    parts.append(element("text", f"← {fewer}", x=_x(0) - 8, y=12, text_anchor="end"))
    parts.append(element("text", f"{more} →", x=_x(0) + 8, y=12))
    for place, each in enumerate(found):
        y, series = _TOP + place * _ROW + _ROW / 2 - 4, place % 4 + 1
        parts.append(element("text", each.name, x=_LABEL - 10, y=y + 4, text_anchor="end"))
        parts.append(element("line", x1=_x(each.low), y1=y, x2=_x(each.high), y2=y,
                             class_=f"interval s{series}"))  # fmt: skip
        parts.append(element("circle", cx=_x(each.estimate), cy=y, r=6, class_=f"s{series}"))
    rows = [(each.name, _points(each.estimate), _points(each.low), _points(each.high))
            for each in found]  # fmt: skip
    told = "; ".join(f"{name} {mid}, {low} to {high}" for name, mid, low, high in rows)
    svg = drawing(_LABEL + _AXIS + 48, height, f"{title}: {told}", parts)
    return Plot(svg, ("", "difference", "from", "to"), rows)


def _x(value: float) -> float:
    return _LABEL + (value + 1) / 2 * _AXIS


def _points(value: float) -> str:
    return f"{value * 100:+.0f} points" if value else "no difference"
