"""Intervals: how far a share, or the difference of two shares, can be trusted."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""The quantile of the normal distribution for an interval of 95 percent."""


class Share(NamedTuple):
    """So many of so many."""

    part: int
    total: int

    @property
    def value(self) -> float:
        """The share itself; 0 of nothing."""
        return self.part / self.total if self.total else 0.0


class Interval(NamedTuple):
    """An estimate, and between what it lies with 95 percent confidence."""

    estimate: float
    low: float
    high: float


def wilson(share: Share) -> Interval:
    """The score interval of a share (E. B. Wilson, JASA 22, 1927, pages 209 to 212).

    (2np + z^2 -+ z sqrt(z^2 + 4npq)) / (2 (n + z^2)). Nothing seen says nothing: 0 to 1.

    >>> [round(each, 4) for each in wilson(Share(81, 263))]
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


def newcombe(one: Share, other: Share) -> Interval:
    """The interval of `one - other`, two independent shares.

    Method 10 of R. G. Newcombe, Statistics in Medicine 17, 1998, pages 873 to 890: the
    distances of each share from the ends of its own Wilson interval, joined as the sides of a
    right triangle. It stays within -1 and 1, also where shares are 0 or 1.

    >>> [round(each, 4) for each in newcombe(Share(56, 70), Share(48, 80))]
    [0.2, 0.0524, 0.3339]
    """
    first, second = wilson(one), wilson(other)
    estimate = one.value - other.value
    low = estimate - sqrt((one.value - first.low) ** 2 + (second.high - other.value) ** 2)
    high = estimate + sqrt((first.high - one.value) ** 2 + (other.value - second.low) ** 2)
    return Interval(estimate, max(-1.0, low), min(1.0, high))
