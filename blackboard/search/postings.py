"""What one entry of a posting list says, and what a word is worth by its rarity.

An entry is a document's number, shifted by eight bits; then the word's impact on the document
(`ranking.impacts`), shifted by one; then whether the word is one of its telling words.
Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

from math import log

MOST_IMPACT = 127


def entry(number: int, impact: int, *, telling: bool) -> int:
    """The posting of a word in a document.

    >>> number_of(entry(7, 100, telling=True)), impact_of(entry(7, 100, telling=True))
    (7, 100)
    """
    return number << 8 | impact << 1 | telling


def number_of(posting: int) -> int:
    """The document's number."""
    return posting >> 8


def impact_of(posting: int) -> int:
    """The word's impact on the document."""
    return posting >> 1 & MOST_IMPACT


def rarity(matches: int, documents: int) -> float:
    """The inverse document frequency of Robertson and Sparck Jones, plus one inside the logarithm.

    FTS5 leaves the one out; with it the words of a board with a single lesson still count.

    >>> rarity(1, 1000) > rarity(500, 1000) > 0
    True
    """
    return log(1 + (max(documents, matches) - matches + 0.5) / (matches + 0.5))
