"""What the comparison of sessions with and without a lesson shows. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from blackboard.vocabulary import Effect
from reflect.accounts.intervals import Pair, Share, difference, sessions_needed

MANY = 120
"""Sessions after which an effect that was not seen is called "too small to tell".

An effect worth having, such as three quarters fewer of frequent failures, is seen by then in nine
of ten histories (`bench/accounts.py`); holding a lesson back for longer costs more than it shows.
"""

_GOOD = 0.25
"""What a good lesson leaves of its failures; only for saying how many sessions it may take."""


def verdict(pairs: Sequence[Pair]) -> Effect | None:
    """Whether a lesson helps or harms; None when there is not enough data yet.

    It is judged by its effect alone, never by how often its failure comes back: a lesson with which
    a failure falls from 90 to 60 percent helps.
    """
    found = difference(pairs)
    if found.high < 0:
        return "helps"
    if found.low > 0:
        return "harms"
    return "too small to tell" if sessions(pairs) >= MANY else None


def sessions(pairs: Iterable[Pair]) -> int:
    """How many sessions were left to chance."""
    return sum(pair.shown.total + pair.other.total for pair in pairs)


def total(shares: Iterable[Share]) -> Share:
    """Shares added up."""
    given = list(shares)
    return Share(sum(share.part for share in given), sum(share.total for share in given))


def about_needed(pairs: Iterable[Pair]) -> int | None:
    """After about how many sessions a good lesson would be decided; None if hardly ever.

    The rarer the failure is without it, the longer that takes.

    >>> about_needed([]), about_needed([Pair(Share(0, 40), Share(2, 20))])
    (70, 380)
    """
    without = total(pair.other for pair in pairs)
    share = (without.part + 1) / (without.total + 2)
    needed = sessions_needed(share, share * _GOOD)
    return needed and -(-needed // 10) * 10
