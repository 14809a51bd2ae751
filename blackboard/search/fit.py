"""How well a text fits a query: one measure for passages, lessons, insights and workflows.

It is BM25 over clauses instead of words, computed in memory for a handful of texts. Because every
text is measured alike, whatever it is part of, the scores of a lesson and of a session compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from blackboard.search import weights
from blackboard.search.query import Clause
from blackboard.search.words import words_and_parts

_APART = "  "


class Wanted:
    """The clauses of a query with their rarities, ready to be looked for in many texts."""

    def __init__(self, rarities: Mapping[Clause, float]) -> None:
        self.rarities = rarities
        self.clauses = tuple(rarities)
        self._needles = [(_needle(clause), rarity) for clause, rarity in rarities.items()]
        self._pairs = [
            f"{_needle(first).rstrip()} {_needle(second)}" for first, second in pairwise(rarities)
        ]

    def fit(self, texts: Iterable[Text]) -> Fit:
        """How well the texts of one thing fit together."""
        lines, length = [], 0
        for _, text, weight in texts:
            words = words_and_parts(text)
            length += len(words)
            lines.append((f" {_APART.join(words)} ", weight))
        share = weights.FOUND_LENGTH
        norm = weights.SATURATION * (1 - share + share * length / weights.TYPICAL_LENGTH)
        worth = []
        for needle, rarity in self._needles:
            count = sum([weight * line.count(needle) for line, weight in lines])
            worth.append(rarity * count / (count + norm))
        there = sum(any(pair in line for line, _ in lines) for pair in self._pairs)
        return Fit(tuple(worth), there / max(1, len(self._pairs)))


class Text(NamedTuple):
    """A text that may answer a query, what it is, and how much its words count."""

    place: str
    text: str
    weight: float = 1.0


class Fit(NamedTuple):
    """What each clause of a query is worth in a text, 0 where the text does not hold it.

    `together` is the share of neighbours in the query that are neighbours in the text; `beside`
    what clauses are worth that only the texts next to it hold.
    """

    worth: tuple[float, ...]
    together: float = 0.0
    beside: float = 0.0

    @property
    def score(self) -> float:
        """How well the text fits; higher is better."""
        return sum(self.worth) * (1 + weights.TOGETHER * self.together) + self.beside

    @property
    def is_complete(self) -> bool:
        """Whether the text holds every clause."""
        return all(self.worth)


def _needle(clause: Clause) -> str:
    """What to look for in words that are set apart by two spaces, one for each of them.

    >>> _needle(Clause(("exit", "cod"))), _needle(Clause(("con",), prefix=True))
    (' exit  cod ', ' con')
    """
    return f" {_APART.join(clause.words)}" + ("" if clause.prefix else " ")
