"""What a posting list says of a word in a document, and what a word is worth by its rarity.

A mark is one byte: the word's impact on the document (`ranking.impacts`), shifted by one, then
whether it is one of the document's telling words. Light to import, because the hooks of agents
use it too.
"""

from __future__ import annotations

from math import log

MOST_IMPACT = 127


def mark(impact: int, *, discriminative: bool) -> int:
    """The mark of a word in a document.

    >>> impact_of(mark(100, discriminative=True)), is_telling(mark(100, discriminative=True))
    (100, True)
    """
    return impact << 1 | discriminative


def impact_of(mark: int) -> int:
    """The word's impact on the document, from 1 to 127."""
    return mark >> 1


def is_telling(mark: int) -> bool:
    """Whether the word is one of those that say what the document is about."""
    return bool(mark & 1)


def rarity(matches: int, documents: int) -> float:
    """The inverse document frequency of Robertson and Sparck Jones, plus one inside the logarithm.

    FTS5 leaves the one out; with it the words of a board with a single lesson still count.

    >>> rarity(1, 1000) > rarity(500, 1000) > 0
    True
    """
    return log(1 + (max(documents, matches) - matches + 0.5) / (matches + 0.5))
