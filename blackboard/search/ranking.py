"""Ranking a handful of matches in memory, where FTS5 would have to score every match there is."""

from __future__ import annotations

from math import log

from blackboard.search.document import Document
from blackboard.search.words import parts, words

HEAD, MIDDLE, REST = 3.0, 2.0, 1.0
"""Weights of a document's columns: constraint and tags, symptom, the rest."""

_SATURATION = 1.2


def indexed(document: Document) -> tuple[str, str, str]:
    """The three columns as they are given to FTS5: words, then the parts of compound words."""
    return (_column(document.head), _column(document.middle), _column(document.rest))


def score(document: Document, weights: dict[str, float]) -> float:
    """How well a document fits words of given weights (their rarity).

    BM25 without its length term, over the weighted columns:
    https://www.sqlite.org/fts5.html#the_bm25_function.
    """
    total = 0.0
    counts: dict[str, float] = {}
    for text, weight in zip(indexed(document), (HEAD, MIDDLE, REST), strict=True):
        for word in text.split():
            if word in weights:
                counts[word] = counts.get(word, 0.0) + weight
    for word, count in counts.items():
        total += weights[word] * count * (_SATURATION + 1) / (count + _SATURATION)
    return total


def rarity(matches: int, documents: int) -> float:
    """The inverse document frequency of Robertson and Sparck Jones, never below a trace.

    >>> rarity(1, 1000) > rarity(500, 1000) > 0
    True
    """
    return max(1e-6, log(1 + (documents - matches + 0.5) / (matches + 0.5)))


def snippet(document: Document, wanted: set[str], length: int = 160) -> str:
    """The stretch of a document in which most of the wanted words stand, for showing."""
    text = " ".join(f"{document.head}\n{document.middle}\n{document.rest}".split())
    if len(text) <= length:
        return text
    chunks = text.split(" ")
    hits = [bool(wanted.intersection(words(chunk) + parts(chunk))) for chunk in chunks]
    start = _densest(hits, max(1, length // 7))
    shown = " ".join(chunks[start:])
    return ("…" if start else "") + (shown[:length].rsplit(" ", 1)[0] + "…")


def _densest(hits: list[bool], width: int) -> int:
    """Where the window with most hits begins."""
    best, best_start, inside = -1, 0, 0
    for end, hit in enumerate(hits):
        inside += hit - (hits[end - width] if end >= width else 0)
        if inside > best:
            best, best_start = inside, max(0, end - width + 1)
    return best_start


def _column(text: str) -> str:
    return " ".join(words(text) + parts(text))
