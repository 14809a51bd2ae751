"""Ranking a handful of matches in memory, where FTS5 would have to score every match there is."""

from __future__ import annotations

from collections.abc import Container

from blackboard.search import weights
from blackboard.search.document import Document
from blackboard.search.postings import MOST_IMPACT
from blackboard.search.words import parts, words, words_and_parts


def indexed(document: Document) -> tuple[str, str, str]:
    """The three columns as they are given to FTS5: words, then the parts of compound words."""
    return (column(document.head), column(document.middle), column(document.rest))


def impacts(columns: tuple[str, str, str], wanted: Container[str] | None = None) -> dict[str, int]:
    """What each word of a document, or each that is wanted, is worth in it, from 1 to 127.

    That is all of BM25 but the rarity.

    Occurrences count by the weight of their column, saturate, and count less in long documents:
    https://www.sqlite.org/fts5.html#the_bm25_function.
    """
    counts: dict[str, float] = {}
    length = 0
    for text, weight in zip(columns, (weights.HEAD, weights.MIDDLE, weights.REST), strict=True):
        found = text.split()
        length += len(found)
        for word in found if wanted is None else filter(wanted.__contains__, found):
            counts[word] = counts.get(word, 0.0) + weight
    share = weights.DOCUMENT_LENGTH
    norm = weights.SATURATION * (1 - share + share * length / weights.TYPICAL_LENGTH)
    return {word: 1 + int((MOST_IMPACT - 1) * n / (n + norm)) for word, n in counts.items()}


def score(document: Document, rarities: dict[str, float]) -> float:
    """How well a document fits words of given rarities."""
    worth = impacts(indexed(document), rarities)
    return sum(rarity * worth.get(word, 0) for word, rarity in rarities.items())


def snippet(document: Document, wanted: set[str], length: int = 160) -> str:
    """The stretch of a document with most of the wanted words, for showing."""
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


def column(text: str) -> str:
    """A text as it is given to FTS5: its words, then the parts of compound words."""
    return " ".join(words_and_parts(text))
