"""Where what was asked for stands in an order, and the order of bare full text to compare with."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from blackboard.search.common_words import STOP_WORDS
from blackboard.search.words import words

Order = Callable[[str], Sequence[str]]
"""What a query finds, the best first."""

MOST = 20


class Ranks(NamedTuple):
    """The place of the first right answer of each query, from 1 on; 0 where there is none."""

    places: tuple[int, ...]

    @property
    def mrr(self) -> float:
        """The mean of the reciprocal places."""
        return sum(1 / place for place in self.places if place) / max(1, len(self.places))

    def at(self, most: int) -> int:
        """How many queries have a right answer among the first ones."""
        return sum(1 <= place <= most for place in self.places)


def ranks(order: Order, asked: Sequence[tuple[str, frozenset[str]]]) -> Ranks:
    """The places of what is right for each query."""
    return Ranks(tuple(_place(order(query), right) for query, right in asked))


def bare(documents: Mapping[str, str]) -> Order:
    """One table of FTS5, a document a session: any of the words but stop words, by bm25()."""
    keys = list(documents)
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE d USING fts5 (text, tokenize='porter unicode61')")
    connection.executemany("INSERT INTO d VALUES (?)", [(documents[key],) for key in keys])

    def found(query: str) -> list[str]:
        rows = connection.execute(
            "SELECT rowid FROM d WHERE d MATCH ? ORDER BY bm25(d) LIMIT ?", (_any(query), MOST)
        )
        return [keys[rowid - 1] for (rowid,) in rows]

    return found


def _any(query: str) -> str:
    said = dict.fromkeys(re.findall(r"\w+", query))
    telling = [word for word in said if not STOP_WORDS.issuperset(words(word))]
    return " OR ".join(f'"{word}"' for word in telling or said) or '""'


def _place(found: Sequence[str], right: frozenset[str]) -> int:
    return next((place for place, key in enumerate(found, 1) if key in right), 0)
