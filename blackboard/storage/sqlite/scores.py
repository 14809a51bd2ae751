"""What the words of a situation are worth in each document, read from the posting lists.

Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from blackboard.delivery.situation import Situation

_MOST_POSTINGS = 40_000
_FINALISTS = 400

Part = tuple["array[int]", bytearray]
"""The numbers of one project's documents that have a word, in order, and its impact on each."""

Postings = dict[str, dict[str, Part]]
"""Of each word the parts by project; the project of documents for all is empty."""

Homes = dict[str, list[int]]
"""Documents by their project."""


def postings_of(connection: sqlite3.Connection, situation: Situation) -> Postings:
    """The postings of all words of a situation, rarest first: of its project, and of none."""
    words = list(situation.sentences.rarities)
    marks = ", ".join("?" * len(words))
    here, places = ("", []) if situation.project is None else ("AND project IN (?, '')",
                                                            [situation.project])  # fmt: skip
    found: Postings = {}
    for word, project, numbers, lows in connection.execute(
        f"SELECT word, project, numbers, impacts FROM postings WHERE word IN ({marks}) {here} "
        "ORDER BY word, project, block",
        (*words, *places),
    ):
        parts = found.setdefault(word, {})
        part = parts.get(project)
        if part is None:
            part = parts[project] = (array("I"), bytearray())
        part[0].frombytes(numbers)
        part[1].extend(lows)
    return dict(sorted(found.items(), key=lambda item: matches(item[1])))


def matches(parts: dict[str, Part]) -> int:
    """How many documents have a word."""
    return sum(len(impacts) for _, impacts in parts.values())


def scores_of(
    connection: sqlite3.Connection, postings: Postings, weights: dict[str, float]
) -> dict[int, float]:
    """What the words in common are worth, of each document that may be among the best.

    The rarest words are read in full until their postings run to a limit. The common words that
    are left cannot bring in a document, only move the best of those found up or down, so they
    are looked up in each of these alone.
    """
    scores: dict[int, float] = {}
    left = _MOST_POSTINGS
    rarest_first = list(postings)
    while rarest_first and left > 0:
        word = rarest_first.pop(0)
        left -= matches(postings[word])
        weight, get = weights[word], scores.get
        for numbers, impacts in postings[word].values():
            for number, impact in zip(numbers, impacts, strict=True):
                scores[number] = get(number, 0.0) + weight * impact
    best = sorted(scores, key=scores.__getitem__, reverse=True)[:_FINALISTS]
    chosen = {number: scores[number] for number in best}
    homes = _homes(connection, best) if rarest_first else {}
    for word in rarest_first:
        for number, impact in _impacts(postings[word], homes):
            chosen[number] += weights[word] * impact
    return chosen


def _homes(connection: sqlite3.Connection, numbers: list[int]) -> Homes:
    homes: Homes = {}
    marks = ", ".join("?" * len(numbers))
    for number, project in connection.execute(
        f"SELECT id, COALESCE(project, '') FROM documents WHERE id IN ({marks})", numbers
    ):
        homes.setdefault(project, []).append(number)
    return homes


def _impacts(parts: dict[str, Part], homes: Homes) -> Iterator[tuple[int, int]]:
    """The impacts that a word has on some documents; numbers are in order within a part."""
    for project, wanted in homes.items():
        if project in parts:
            numbers, impacts = parts[project]
            for number in wanted:
                place = bisect_left(numbers, number)
                if place < len(numbers) and numbers[place] == number:
                    yield number, impacts[place]


def found_in(postings: Postings, places: Iterable[tuple[int, str | None]]) -> dict[int, list[str]]:
    """Which words of a situation each document has.

    `places` are the documents, each with its project.
    """
    homes: Homes = {}
    for number, project in places:
        homes.setdefault(project or "", []).append(number)
    found: dict[int, list[str]] = {number: [] for wanted in homes.values() for number in wanted}
    for word, parts in postings.items():
        for number, _ in _impacts(parts, homes):
            found[number].append(word)
    return found
