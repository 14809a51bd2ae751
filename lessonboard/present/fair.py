"""How few lines are divided among several that want more."""

from __future__ import annotations

from collections.abc import Sequence


def in_turn(wanted: Sequence[int], most: int) -> list[int]:
    """Return how much each gets of `most`: one after the other, in turn, none more than it wants.

    >>> in_turn([5, 1, 5], 6), in_turn([2, 2], 9), in_turn([1, 1, 1], 2)
    ([3, 1, 2], [2, 2], [1, 1, 0])
    """
    given = [0] * len(wanted)
    left = min(most, sum(wanted))
    while left > 0:
        for index, each in enumerate(wanted):
            if left > 0 and given[index] < each:
                given[index] += 1
                left -= 1
    return given
