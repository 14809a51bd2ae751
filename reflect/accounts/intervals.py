"""Confidence intervals of a share, and of the difference of two shares."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""The quantile of the normal distribution for an interval of 95 percent."""


class Share(NamedTuple):
    """A count out of a total."""

    part: int
    total: int

    @property
    def value(self) -> float:
        """The share as a number; 0 if the total is 0."""
        return self.part / self.total if self.total else 0.0


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


def newcombe(one: Share, other: Share) -> Interval:
    """The interval of `one - other`, two independent shares.

    Method 10 of R. G. Newcombe, Statistics in Medicine 17, 1998, pages 873 to 890: the
    distances of each share from the ends of its own Wilson interval, joined as the sides of a
    right triangle. It stays within -1 and 1, also where shares are 0 or 1.

    >>> [round(number, 4) for number in newcombe(Share(56, 70), Share(48, 80))]
    [0.2, 0.0524, 0.3339]
    """
    first, second = wilson(one), wilson(other)
    estimate = one.value - other.value
    low = estimate - sqrt((one.value - first.low) ** 2 + (second.high - other.value) ** 2)
    high = estimate + sqrt((first.high - one.value) ** 2 + (other.value - second.low) ** 2)
    return Interval(estimate, max(-1.0, low), min(1.0, high))
