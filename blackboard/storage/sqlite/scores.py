"""What the words of a situation are worth in each document, read from the posting lists.

Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from blackboard.delivery.situation import Situation

_MOST_POSTINGS = 10_000
_FINALISTS = 200
_READ_ALL = 8
"""Postings for each document that is looked up, up to which reading them in order is quicker than
finding the places of the documents."""

Block = tuple[str, bytes, bytes]
"""The project of some documents that have a word, empty for all; their numbers, in order; and the
word's impact on each."""


class Posting:
    """The documents that have a word, in blocks as they are stored: most are never looked into."""

    __slots__ = ("blocks", "count")

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.count = 0


Postings = dict[str, Posting]


class _Homes(dict[str, tuple[list[int], set[int]]]):
    """Documents by their project, in order and as a set."""

    def __init__(self, places: Iterable[tuple[int, str | None]]) -> None:
        super().__init__()
        for number, project in sorted(places):
            numbers, known = self.setdefault(project or "", ([], set()))
            numbers.append(number)
            known.add(number)


def postings_of(connection: sqlite3.Connection, situation: Situation) -> Postings:
    """The postings of all words of a situation, rarest first: of its project, and of none."""
    words = list(situation.sentences.rarities)
    marks = ", ".join("?" * len(words))
    here, places = ("", []) if situation.project is None else ("AND project IN (?, '')",
                                                            [situation.project])  # fmt: skip
    found: Postings = {}
    for word, project, numbers, impacts in connection.execute(
        f"SELECT word, project, numbers, impacts FROM postings WHERE word IN ({marks}) {here} "
        "ORDER BY word, project, block",
        (*words, *places),
    ):
        posting = found.get(word)
        if posting is None:
            posting = found[word] = Posting()
        posting.blocks.append((project, numbers, impacts))
        posting.count += len(impacts)
    return dict(sorted(found.items(), key=lambda item: item[1].count))


Scores = tuple[dict[int, float], dict[int, list[str]]]
"""What the words in common are worth, of each document that may be among the best; and which."""


def scores_of(
    connection: sqlite3.Connection, postings: Postings, weights: dict[str, float]
) -> Scores:
    """The documents that share most with a situation, and which of its words they have.

    The rarest words are read in full until their postings run to a limit. The common words that
    are left cannot bring in a document, only move the best of those found up or down, so they
    are looked up in each of these alone.
    """
    scores, read = _by_rarest(postings, weights)
    chosen = _best(scores)
    words: dict[int, list[str]] = {number: [] for number in chosen}
    for word, numbers in read.items():
        for number in words.keys() & numbers:
            words[number].append(word)
    homes = _Homes(_projects(connection, chosen))
    for word, posting in islice(postings.items(), len(read), None):
        weight = weights[word]
        for number, impact in _impacts(posting, homes):
            chosen[number] += weight * impact
            words[number].append(word)
    return chosen, words


def _by_rarest(
    postings: Postings, weights: dict[str, float]
) -> tuple[dict[int, float], dict[str, array[int]]]:
    """What the rarest words are worth in all documents, and the documents of each of them."""
    scores: dict[int, float] = {}
    read: dict[str, array[int]] = {}
    left = _MOST_POSTINGS
    for word, posting in postings.items():
        if left <= 0:
            break
        left -= posting.count
        weight, get = weights[word], scores.get
        _, blocks, impacts = zip(*posting.blocks, strict=True)
        numbers = read[word] = array("I", b"".join(blocks))
        for number, impact in zip(numbers, b"".join(impacts), strict=True):
            scores[number] = get(number, 0.0) + weight * impact
    return scores, read


def _best(scores: dict[int, float]) -> dict[int, float]:
    """The finalists, best first; sorting the numbers of a few costs less than those of all."""
    if len(scores) > _FINALISTS:
        least = sorted(scores.values())[-_FINALISTS]
        scores = {number: score for number, score in scores.items() if score >= least}
    best = sorted(scores, key=scores.__getitem__, reverse=True)[:_FINALISTS]
    return {number: scores[number] for number in best}


def _projects(
    connection: sqlite3.Connection, numbers: Iterable[int]
) -> Iterable[tuple[int, str | None]]:
    some = list(numbers)
    marks = ", ".join("?" * len(some))
    return connection.execute(f"SELECT id, project FROM documents WHERE id IN ({marks})", some)


def _impacts(posting: Posting, homes: _Homes) -> Iterator[tuple[int, int]]:
    """The impacts that a word has on some documents."""
    for project, numbers, impacts in posting.blocks:
        home = homes.get(project)
        if home is None:
            continue
        wanted, known = home
        if len(impacts) <= _READ_ALL * len(wanted):
            for number, impact in zip(array("I", numbers), impacts, strict=True):
                if number in known:
                    yield number, impact
        else:
            yield from _found(array("I", numbers), impacts, wanted)


def _found(numbers: array[int], impacts: bytes, wanted: list[int]) -> Iterator[tuple[int, int]]:
    """Those of some documents, in order, that are among the numbers of a block."""
    first, last = bisect_left(wanted, numbers[0]), bisect_right(wanted, numbers[-1])
    place = 0
    for number in wanted[first:last]:
        place = bisect_left(numbers, number, place)
        if numbers[place] == number:
            yield number, impacts[place]


def found_in(postings: Postings, places: Iterable[tuple[int, str | None]]) -> dict[int, list[str]]:
    """Which words of a situation each document has.

    `places` are the documents, each with its project.
    """
    homes = _Homes(places)
    found: dict[int, list[str]] = {number: [] for wanted, _ in homes.values() for number in wanted}
    for word, posting in postings.items() if found else ():
        for number, _ in _impacts(posting, homes):
            found[number].append(word)
    return found
