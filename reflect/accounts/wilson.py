"""The score interval of one share, for figures that are read a single time."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from reflect.accounts.intervals import Share

Z = 1.959963984540054
"""The quantile of the normal distribution for an interval of 95 percent."""


class Interval(NamedTuple):
    """An estimate with its 95 percent confidence interval."""

    estimate: float
    low: float
    high: float


def wilson(share: Share) -> Interval:
    """The score interval of a share (E. B. Wilson, JASA 22, 1927, pages 209 to 212).

    (2np + z^2 -+ z sqrt(z^2 + 4npq)) / (2 (n + z^2)). Without observations it is 0 to 1.

    >>> [round(number, 4) for number in wilson(Share(81, 263))]
    [0.308, 0.2553, 0.3662]
    """
    part, total = share
    if total == 0:
        return Interval(0.0, 0.0, 1.0)
    square = Z * Z
    middle = 2 * part + square
    spread = Z * sqrt(square + 4 * part * (total - part) / total)
    low, high = (
        (middle - spread) / (2 * (total + square)),
        (middle + spread) / (2 * (total + square)),
    )
    low = 0.0 if part == 0 else low
    high = 1.0 if part == total else high
    return Interval(share.value, low, high)
