"""Finding candidates for a moment: by the keys it shares, and by its words, rarest first."""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import islice
from typing import NamedTuple

from blackboard.context.moment import Moment
from blackboard.context.relevance import overlap
from blackboard.context.select import Candidate
from blackboard.search import ranking
from blackboard.search.moments import same_file
from blackboard.storage.sqlite import tables
from blackboard.storage.sqlite.index import entries_of
from blackboard.views import view_named
from blackboard.views.accounts import ACCOUNTS

_MOST_POSTINGS = 40_000
_FINALISTS = 400
_DOCUMENTS_AT_A_TIME = 50
_MOST_SIFTED = 20_000
_ENOUGH = 20


Eligible = set[int] | None
"""The numbers of documents that may be offered; None for any."""


class Place(NamedTuple):
    """A document that may be offered."""

    number: int
    view: str
    key: str


def candidates(connection: sqlite3.Connection, moment: Moment) -> list[Candidate]:
    """The rows that share most with a moment, of its project or of none: by words, then by keys."""
    total = connection.execute("SELECT COALESCE(MAX(id), 0) FROM documents").fetchone()[0]
    weights = _weights(connection, moment, total)
    scores = _scores(connection, weights, _allowed(connection, moment.project))
    keyed = _keyed(connection, moment)
    by_words = sorted(scores, key=lambda number: -scores[number])
    by_keys = sorted(keyed, key=lambda number: (-scores.get(number, 0.0), -number))
    places = {place.number: place for numbers in (by_words, by_keys)
              for place in _eligible(connection, numbers, moment.project)}  # fmt: skip
    rarest = ranking.rarity(1, total)
    rarities = {word: weight / rarest for word, weight in weights.items()}
    found = (_candidate(connection, place, moment, rarities, keyed.get(place.number, []))
             for place in places.values())  # fmt: skip
    return [candidate for candidate in found if candidate is not None]


def _weights(connection: sqlite3.Connection, moment: Moment, total: int) -> dict[str, float]:
    """The rarity of each word of the moment that is in the index, rarest first."""
    marks = ", ".join("?" * len(moment.words))
    rows = connection.execute(
        "SELECT word, SUM(LENGTH(entries)) / 4 AS matches FROM postings "
        f"WHERE word IN ({marks}) GROUP BY word ORDER BY matches",
        list(moment.words),
    )
    return {word: ranking.rarity(matches, total) for word, matches in rows}


def _scores(
    connection: sqlite3.Connection, weights: dict[str, float], eligible: Eligible
) -> dict[int, float]:
    """What the words in common are worth, of each document that may be among the best.

    The rarest words are read in full until their postings run to a limit. The common words that
    are left cannot bring in a document, only move the best of those found up or down, so they
    are looked up in each of these alone.
    """
    scores: dict[int, float] = {}
    left = _MOST_POSTINGS
    rarest_first = list(weights)
    while rarest_first and left > 0:
        word = rarest_first.pop(0)
        worth = [weights[word] * impact for impact in range(ranking.MOST_IMPACT + 1)]
        entries = entries_of(connection, "postings", word)
        left -= len(entries)
        get = scores.get
        for entry in entries:
            number = entry >> 8
            scores[number] = get(number, 0.0) + worth[entry & 0xFF]
    allowed = scores if eligible is None else eligible & scores.keys()
    best = {
        number: scores[number] for number in nlargest(_FINALISTS, allowed, key=scores.__getitem__)
    }
    for word in rarest_first:
        _look_up(best, entries_of(connection, "postings", word), weights[word])
    return best


def _look_up(scores: dict[int, float], entries: array[int], weight: float) -> None:
    """Add what one word is worth to those documents that have it; postings are in order."""
    for number in scores:
        place = bisect_left(entries, number << 8)
        if place < len(entries) and entries[place] >> 8 == number:
            scores[number] += weight * (entries[place] & 0xFF)


def _allowed(connection: sqlite3.Connection, project: str | None) -> Eligible:
    """The documents that a project may be offered; None where they are too many to sift by.

    A project with many documents need not be sifted: the best of all hold enough of its own.
    """
    if project is None:
        return None
    rows = connection.execute(
        "SELECT id FROM documents WHERE project IS NULL AND offered "
        "UNION ALL SELECT id FROM documents WHERE project = ? AND offered LIMIT ?",
        (project, _MOST_SIFTED + 1),
    ).fetchall()
    return None if len(rows) > _MOST_SIFTED else {row[0] for row in rows}


def _keyed(connection: sqlite3.Connection, moment: Moment) -> dict[int, list[tuple[str, str]]]:
    """The documents bound to a file, command or error of the moment, with what binds them."""
    found: dict[int, list[tuple[str, str]]] = {}
    for kind, value in moment.keys:
        rows = connection.execute(
            "SELECT m.document FROM moments m JOIN documents d ON d.id = m.document "
            "WHERE m.kind = ? AND m.value = ? AND d.offered "
            "AND (? IS NULL OR d.project IS NULL OR d.project = ?) "
            "ORDER BY m.document DESC LIMIT 1000",
            (kind, value, moment.project, moment.project),
        )
        for (number,) in rows:
            found.setdefault(number, []).append((kind, value))
    return found


def _eligible(
    connection: sqlite3.Connection, numbers: Sequence[int], project: str | None
) -> Iterator[Place]:
    """The first of those documents that may be offered in a project, as many as are enough."""
    found = (
        place
        for start in range(0, len(numbers), _DOCUMENTS_AT_A_TIME)
        for place in _places(connection, numbers[start : start + _DOCUMENTS_AT_A_TIME], project)
    )
    return islice(found, _ENOUGH)


def _places(
    connection: sqlite3.Connection, numbers: Sequence[int], project: str | None
) -> Iterable[Place]:
    marks = ", ".join("?" * len(numbers))
    rows = connection.execute(
        f"SELECT id, view, key FROM documents WHERE id IN ({marks}) AND offered "
        "AND (? IS NULL OR project IS NULL OR project = ?)",
        (*numbers, project, project),
    ).fetchall()
    order = {number: place for place, number in enumerate(numbers)}
    return sorted((Place(*row) for row in rows), key=lambda place: order[place.number])


def _candidate(
    connection: sqlite3.Connection,
    place: Place,
    moment: Moment,
    rarities: dict[str, float],
    keys: list[tuple[str, str]],
) -> Candidate | None:
    view = view_named(place.view)
    row = tables.load(connection, view, place.key)
    document = view.document(row) if row and view.document else None
    if row is None or document is None:
        return None
    return Candidate(
        kind=place.view.removesuffix("s"),
        row=row,
        document=document,
        overlap=overlap(document, moment, rarities),
        keys=tuple(key for key in keys if key[0] != "path" or _names_file(document.paths, moment)),
        account=tables.load(connection, ACCOUNTS, place.key),
    )


def _names_file(known: Sequence[str], moment: Moment) -> bool:
    return any(same_file(path, given) for path in known for given in moment.files)
