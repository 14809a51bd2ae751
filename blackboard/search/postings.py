"""What a word of a posting list is worth in a document, and by its rarity on a board.

Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

from math import log

MOST_IMPACT = 127
"""The most that a word may be worth in a document (`ranking.impacts`); it fits a byte."""


def rarity(matches: int, documents: int) -> float:
    """The inverse document frequency of Robertson and Sparck Jones, plus one inside the logarithm.

    FTS5 leaves the one out; with it the words of a board with a single lesson still count.

    >>> rarity(1, 1000) > rarity(500, 1000) > 0
    True
    """
    return log(1 + (max(documents, matches) - matches + 0.5) / (matches + 0.5))
