"""What chance alone would do: a sign-flip test, Holm's correction, and a bootstrap of tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeVar

SEED = 37
DRAWS = 10_000
_MISSED = 0.025
"""The share of draws on each side of an interval of 95 percent."""

_K = TypeVar("_K")


class Interval(NamedTuple):
    """The ends of an interval."""

    low: float
    high: float


def sign_flip(differences: Sequence[int]) -> float:
    """How often the sum would be as far from 0 if each difference had the sign of a coin.

    All patterns of signs are counted, not drawn. The differences are whole numbers: clean runs with
    the one arm less those with the other. That each sign is a coin's holds if an arm changes
    nothing, since which run was whose was drawn by chance.

    >>> sign_flip([1, 1, 1]), sign_flip([2, -2]), sign_flip([])
    (0.25, 1.0, 1.0)
    """
    sums = Counter({0: 1})
    for each in differences:
        flipped = Counter[int]()
        for total, ways in sums.items():
            flipped[total + each] += ways
            flipped[total - each] += ways
        sums = flipped
    seen = abs(sum(differences))
    return sum(ways for total, ways in sums.items() if abs(total) >= seen) / sums.total()


def holm(found: Mapping[_K, float]) -> dict[_K, float]:
    """The values of tests that were made together, after S. Holm.

    Scandinavian Journal of Statistics 6, 1979, pages 65 to 70.

    >>> holm({"a": 0.01, "b": 0.04, "c": 0.03})
    {'a': 0.03, 'c': 0.06, 'b': 0.06}
    """
    corrected: dict[_K, float] = {}
    most = 0.0
    for rank, (name, value) in enumerate(sorted(found.items(), key=lambda item: item[1])):
        most = max(most, min(1.0, value * (len(found) - rank)))
        corrected[name] = most
    return corrected


def bootstrap(
    clusters: Sequence[Sequence[_K]], measure: Callable[[Sequence[_K]], Sequence[float]],
    draws: int = DRAWS,
) -> list[Interval]:  # fmt: skip
    """The intervals of 95 percent of some measures of tasks that come in repositories.

    In each draw the repositories are drawn with replacement, and then the tasks in each of them;
    the interval is between the percentiles of the draws.

    Args:
        clusters: the tasks of each repository.
        measure: the measures of tasks, in which one may occur more than once.
        draws: how many.
    """
    chance = Random(SEED)
    found = [
        measure([task for cluster in chance.choices(clusters, k=len(clusters))
                 for task in chance.choices(cluster, k=len(cluster))])
        for _ in range(draws)
    ]  # fmt: skip
    return [_middle(sorted(column)) for column in zip(*found, strict=True)]


def _middle(values: Sequence[float]) -> Interval:
    out = int(len(values) * _MISSED)
    return Interval(values[out], values[-1 - out])
