"""Near-duplicates of a sentence, found exactly through the posting lists.

A set that shares a share t of n words with another one must have one of any n - ceil(t n) + 1
of them, so it is enough to look at those that are rarest in the index (prefix filtering:
Chaudhuri, Ganti, Kaushik, "A Primitive Operator for Similarity Joins", ICDE 2006; no order is
needed here, because the index holds all words of every sentence).
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Literal, NamedTuple

from blackboard.errors import UnknownView
from blackboard.search.terms import terms
from blackboard.storage.sqlite.entries import entries_of
from blackboard.storage.sqlite.index import LONGEST_CONSTRAINT
from blackboard.views.view import View

Measure = Literal["jaccard", "overlap"]
"""Shared words over all words, or over those of the shorter sentence."""

_FEW = 20
"""Candidates whose text is read directly rather than counting more postings."""

_SKIPPED = 1
"""Commonest terms left out of the counting, and allowed for in the bound; rules have few."""

_TINY = 1e-9


class Similar(NamedTuple):
    """A row by its key, how alike its rule is, and the rule."""

    key: str
    similarity: float
    text: str


def similar(
    connection: sqlite3.Connection, view: View, rule: str, threshold: float, measure: Measure
) -> list[Similar]:
    """Every row of a view whose rule is more alike than the threshold, most alike first.

    Raises:
        UnknownView: the rows of the view are no rules.
    """
    if not view.rule:
        raise UnknownView(f"the rows of {view.name} are no rules that could be alike")
    wanted = frozenset(terms(rule))
    if not wanted:
        return []
    matches = _matches(connection, wanted)
    rarest_first = sorted(wanted, key=lambda word: (matches.get(word, 0), word))
    find = _by_jaccard if measure == "jaccard" else _by_overlap
    found = []
    for key, text in _texts(connection, view, find(connection, rarest_first, threshold)):
        alike = similarity(wanted, frozenset(terms(text)), measure)
        if alike > threshold + _TINY:
            found.append(Similar(key, alike, text))
    return sorted(found, key=lambda each: (-each.similarity, each.key))


def similarity(some: frozenset[str], others: frozenset[str], measure: Measure) -> float:
    """How alike two sets of words are, from 0 to 1."""
    shared = len(some & others)
    whole = len(some | others) if measure == "jaccard" else min(len(some), len(others))
    return shared / whole if whole else 0.0


def _by_jaccard(
    connection: sqlite3.Connection, rarest_first: list[str], threshold: float
) -> list[int]:
    """Documents that may be alike: of a fitting length, with enough of the rarest words.

    A document of m words must share t / (1 + t) * (n + m) of the n words; after k words have
    been counted, those that could not reach that with all the others are dropped.
    """
    size = len(rarest_first)
    counted = size - ceil(threshold * size - _TINY) + 1
    shortest, longest = threshold * size - _TINY, size / threshold + _TINY
    counts = {
        entry: count
        for entry, count in _count(connection, rarest_first[:counted]).items()
        if shortest <= (length := entry & 0xFF) <= longest or length == LONGEST_CONSTRAINT
    }
    share = threshold / (1 + threshold)
    for word in rarest_first[counted:]:
        if len(counts) <= _FEW:
            break
        there = set(entries_of(connection, word))
        counted += 1
        most = size - counted
        counts = {
            entry: more
            for entry, count in counts.items()
            if (more := count + (entry in there)) + most + _TINY >= share * (size + (entry & 0xFF))
            or entry & 0xFF == LONGEST_CONSTRAINT
        }
    return [entry >> 8 for entry in counts]


def _by_overlap(
    connection: sqlite3.Connection, rarest_first: list[str], threshold: float
) -> list[int]:
    """Documents that may be alike when the shorter sentence counts.

    The commonest words are not counted but granted to every document; those that have no other
    word in common must be shorter than the granted words allow.
    """
    size = len(rarest_first)
    granted = min(_SKIPPED, size - 1)
    if granted > threshold * size:
        return [entry >> 8 for entry in _count(connection, rarest_first)]
    counts = _count(connection, rarest_first[: size - granted])
    least = [threshold * min(size, length) - granted for length in range(LONGEST_CONSTRAINT + 1)]
    found = [entry for entry, count in counts.items() if count > least[entry & 0xFF]]
    for done, word in enumerate(rarest_first[size - granted :], 1):
        if len(found) <= _FEW:
            break
        there = set(entries_of(connection, word))
        left = granted - done
        counts = {entry: counts[entry] + (entry in there) for entry in found}
        found = [
            entry
            for entry in found
            if counts[entry] + left > threshold * min(size, entry & 0xFF)
            or entry & 0xFF == LONGEST_CONSTRAINT
        ]
    rows = connection.execute("SELECT id FROM documents WHERE size < ?", (granted / threshold,))
    return [*(entry >> 8 for entry in found), *(row[0] for row in rows)]


def _count(connection: sqlite3.Connection, some: Iterable[str]) -> Mapping[int, int]:
    """How many of some words each document has; keys are entries of the index."""
    counts: Counter[int] = Counter()
    for word in some:
        entries: array[int] = entries_of(connection, word)
        counts.update(entries)
    return counts


def _matches(connection: sqlite3.Connection, some: frozenset[str]) -> dict[str, int]:
    marks = ", ".join("?" * len(some))
    rows = connection.execute(
        "SELECT word, SUM(LENGTH(entries)) / 4 FROM constraint_postings "
        f"WHERE word IN ({marks}) GROUP BY word",
        list(some),
    )
    return dict(rows.fetchall())


def _texts(
    connection: sqlite3.Connection, view: View, numbers: Iterable[int]
) -> Iterable[tuple[str, str]]:
    """Keys and rules of the view's documents that are not stale."""
    statement = (
        f'SELECT v.{view.key}, v."{view.rule}" FROM documents d '
        f"JOIN view_{view.name} v ON v.{view.key} = d.key WHERE d.id = ? AND d.view = ?"
    )
    for number in dict.fromkeys(numbers):
        yield from connection.execute(statement, (number, view.name))
