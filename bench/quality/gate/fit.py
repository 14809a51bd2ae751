"""Finding weights and bars, leaving out one repository at a time, and how they fare on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import sqrt
from typing import NamedTuple

from bench.quality.gate.matches import Text, Weights, ranked
from bench.quality.gate.queries import Query, length_class
from blackboard.search import weights as product_

RATES = (0.02, 0.01, 0.05)
"""The share of pairs of a prompt and a foreign board in which something may be said."""

SHIPPED = Weights(
    product_.SHORT_SENTENCE, product_.LENGTH, product_.COUNT, product_.SENTENCES
)  # fmt: skip
GRID = [
    Weights(*each)
    for each in product((10.0, 15.0, 20.0), (0.25, 0.35), (0.02, 0.04, 0.06), (0.03, 0.04, 0.05))
]
_MOST_OF_LONG = 0.05
"""The share of pairs of a prompt of over 200 words in which something may be said."""

_PENALTY = 10.0
"""So much recall a share of long prompts above that is worth."""

_NOTHING = -9.0


class Pair(NamedTuple):
    """A prompt and the board of another project."""

    repository: str
    board: str
    length: int
    text: Text


class Asked(NamedTuple):
    """A query and the board of its project."""

    query: Query
    text: Text


class Share(NamedTuple):
    """How many of how many."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The share; 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %."""
        if not self.whole:
            return 0.0, 1.0
        z2 = 1.96**2
        middle = (self.value + z2 / (2 * self.whole)) / (1 + z2 / self.whole)
        spread = self.value * (1 - self.value) / self.whole + z2 / (4 * self.whole**2)
        half = 1.96 * sqrt(spread) / (1 + z2 / self.whole)
        return max(0.0, middle - half), min(1.0, middle + half)

    def __add__(self, other: object) -> Share:
        if not isinstance(other, Share):
            return NotImplemented
        return Share(self.part + other.part, self.whole + other.whole)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.3f} [{low:.3f}, {high:.3f}] of {self.whole}"


class Scored(NamedTuple):
    """All pairs and queries under one set of weights."""

    pairs: Sequence[tuple[Pair, float]]
    asked: Sequence[tuple[Asked, float]]


def scored(pairs: Iterable[Pair], asked: Iterable[Asked], weights: Weights) -> Scored:
    """The relevance of the best lesson of each pair, and of each query's lesson in the first 5."""
    return Scored(
        [(pair, next(iter(ranked(pair.text, weights)), (_NOTHING, ""))[0]) for pair in pairs],
        [(each, _among_first(each, weights)) for each in asked],
    )


def _among_first(asked: Asked, weights: Weights) -> float:
    first = ranked(asked.text, weights)[:5]
    return next((score for score, name in first if name == asked.query.lesson), _NOTHING)


def bar_at(scores: Iterable[float], rate: float) -> float:
    """The bar that so many of the scores reach."""
    highest = sorted(scores, reverse=True)
    return highest[int(rate * len(highest))]


def left_out(repositories: Iterable[str], tried: dict[Weights, Scored], rate: float) -> Scored:
    """Each repository under the weights and the bar that were best for all others.

    Scores are given as their distance to that bar, so that 0 is where something is said.
    """
    pairs: list[tuple[Pair, float]] = []
    asked: list[tuple[Asked, float]] = []
    for out in repositories:
        best, bar = chosen(tried, rate, out)
        pairs += [(pair, score - bar) for pair, score in tried[best].pairs
                  if pair.repository == out]  # fmt: skip
        asked += [(each, score - bar) for each, score in tried[best].asked
                  if each.query.repository == out]  # fmt: skip
    return Scored(pairs, asked)


def chosen(
    tried: dict[Weights, Scored], rate: float, out: str | None = None
) -> tuple[Weights, float]:
    """The weights and the bar that are best without a repository; those to ship leave none out.

    There is one set of weights for all bars: that of the highest recall at the first rate, among
    those that keep to the limit of long prompts.
    """
    weights = max(tried, key=lambda each: (_worth(tried[each], out), each))
    return weights, bar_at((score for _, score in _known(tried[weights], out)), rate)


def _worth(under: Scored, out: str | None) -> float:
    known = _known(under, out)
    bar = bar_at((score for _, score in known), RATES[0])
    long = reached((score for pair, score in known if pair.length == _LONG), bar)
    asked = reached(
        (
            score
            for each, score in under.asked
            if each.query.repository != out and "unbound" not in each.query.kind
        ),
        bar,
    )
    return asked.value - _PENALTY * max(0.0, long.value - _MOST_OF_LONG)


def _known(under: Scored, out: str | None) -> list[tuple[Pair, float]]:
    return [each for each in under.pairs if out not in (each[0].repository, each[0].board)]


_LONG = length_class("word " * 1000)


def reached(scores: Iterable[float], bar: float = 0.0) -> Share:
    """How many reach a bar."""
    told = [score >= bar for score in scores]
    return Share(sum(told), len(told))


def by_length(under: Scored, bar: float = 0.0) -> Iterator[Share]:
    """False injection by length of prompt."""
    for number in range(_LONG + 1):
        yield reached((score for pair, score in under.pairs if pair.length == number), bar)


def by_kind(under: Scored, bar: float = 0.0) -> dict[tuple[str, int | None], Share]:
    """Recall by kind of query and by the length of the prompt that it stands in."""
    found: dict[tuple[str, int | None], list[float]] = {}
    for each, score in under.asked:
        found.setdefault((each.query.kind, each.query.length), []).append(score)
    return {key: reached(scores, bar) for key, scores in found.items()}
