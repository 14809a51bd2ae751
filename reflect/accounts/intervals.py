"""The difference of two shares, with an interval that holds however often one looks."""

from __future__ import annotations

from collections.abc import Iterable
from math import log, sqrt
from typing import NamedTuple

ERROR = 0.05
"""At most this share of intervals ever misses the truth, however often one looks."""

TUNED_FOR = 3.0
"""The interval is narrowest, for its looks, at some six times this information.

That is 18, as much as 80 sessions give when a third of them went without. With 2 or 4 instead
it is there hardly narrower or wider, but misses more or decides later.
"""

LEAST = 3
"""Sessions on each side without which nothing is said: the normal approximation fails there."""


class Share(NamedTuple):
    """A count out of a total."""

    part: int
    total: int

    @property
    def value(self) -> float:
        """The share as a number; 0 if the total is 0."""
        return self.part / self.total if self.total else 0.0


class Pair(NamedTuple):
    """Sessions with a lesson and sessions without it that may be compared with each other."""

    shown: Share
    other: Share

    @property
    def information(self) -> float:
        """How much the pair says about a difference: half of the sides' harmonic mean."""
        one, other = self.shown.total, self.other.total
        return one * other / (one + other) if one and other else 0.0


class Difference(NamedTuple):
    """The shares with and without, and the 95 percent interval of their difference."""

    shown: float
    other: float
    low: float
    high: float

    @property
    def estimate(self) -> float:
        """The difference; below zero there is less with it."""
        return self.shown - self.other


def z(information: float) -> float:
    """How many standard errors the interval is wide on each side, for all looks together.

    The two-sided normal mixture of H. Robbins (Annals of Mathematical Statistics 41, 1970, pages
    1397 to 1409) in the form of S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon (Annals of
    Statistics 49, 2021, pages 1055 to 1080): sqrt((v + r) log((v + r) / (r e^2))) bounds a
    martingale of variance v at all times, but for a share e of its paths; divided by sqrt(v).

    >>> round(z(14.0), 2), round(z(2.0), 2), round(z(200.0), 2)
    (3.06, 4.03, 3.22)
    """
    size = information + TUNED_FOR
    return sqrt(size * log(size / (TUNED_FOR * ERROR**2)) / information)


def difference(pairs: Iterable[Pair]) -> Difference:
    """The difference of the shares over all pairs, weighed by the information in each.

    The weights are those of W. G. Cochran (Biometrics 10, 1954, pages 417 to 451), as in the
    Mantel-Haenszel difference: each lesson is compared with itself only, so that one that is shown
    where much fails does not look bad. The standard error is that of A. Agresti and B. Caffo (The
    American Statistician 54, 2000, pages 280 to 288), who add a success and a failure to each side;
    here to the effective numbers of sessions. That the normal bound holds asymptotically for such a
    plug-in error is due to I. Waudby-Smith and others (Annals of Statistics 52, 2024, pages 2613 to
    2640); how it does for few sessions is measured in `bench/accounts.py`.

    >>> found = difference([Pair(Share(6, 40), Share(12, 20))])
    >>> [round(number, 2) for number in (found.estimate, found.low, found.high)]
    [-0.45, -0.79, -0.06]
    """
    given = [pair for pair in pairs if pair.information]
    information = sum(pair.information for pair in given)
    if not information:
        return Difference(0.0, 0.0, -1.0, 1.0)
    shown = _weighed([pair.shown for pair in given], given, information)
    other = _weighed([pair.other for pair in given], given, information)
    if min(shown.total, other.total) < LEAST:
        return Difference(shown.value, other.value, -1.0, 1.0)
    one, two = shown.smoothed, other.smoothed
    width = z(information) * sqrt(shown.variance + other.variance)
    return Difference(
        shown.value, other.value, max(-1.0, one - two - width), min(1.0, one - two + width)
    )


class _Side(NamedTuple):
    """A weighed share, and the number of sessions that would give it the same variance."""

    value: float
    total: float

    @property
    def smoothed(self) -> float:
        return (self.value * self.total + 1) / (self.total + 2)

    @property
    def variance(self) -> float:
        return self.smoothed * (1 - self.smoothed) / (self.total + 2)


def _weighed(shares: list[Share], pairs: list[Pair], information: float) -> _Side:
    weights = [pair.information / information for pair in pairs]
    both = list(zip(weights, shares, strict=True))
    value = sum(weight * share.value for weight, share in both)
    return _Side(value, 1 / sum(weight**2 / share.total for weight, share in both))


def sessions_needed(without: float, shown: float, *, held_back: float = 1 / 3) -> int | None:
    """After about how many sessions a lesson that changes one share into another is decided.

    >>> sessions_needed(0.6, 0.15), sessions_needed(0.1, 0.025), sessions_needed(0.5, 0.5)
    (44, 543, None)
    """
    variance = shown * (1 - shown) / (1 - held_back) + without * (1 - without) / held_back
    for sessions in range(6, 2_000):
        width = z(sessions * held_back * (1 - held_back)) * sqrt(variance / sessions)
        if abs(shown - without) > width:
            return sessions
    return None
