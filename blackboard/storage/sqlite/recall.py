"""Finding candidates for a moment: by the keys it shares, and by its words, rarest first."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from blackboard.context.moment import Moment
from blackboard.context.relevance import overlap
from blackboard.context.select import Candidate
from blackboard.search import ranking
from blackboard.search.moments import same_file
from blackboard.storage.sqlite import tables
from blackboard.storage.sqlite.index import COUNT, IN_HEAD, IN_MIDDLE, entries_of
from blackboard.views import view_named
from blackboard.views.accounts import ACCOUNTS

_MOST_POSTINGS = 60_000
_DOCUMENTS_AT_A_TIME = 100
_MOST_LOOKED_AT = 2_000
_MOST_SIFTED = 20_000
_ENOUGH = 40


class Place(NamedTuple):
    """A document that may be offered."""

    number: int
    view: str
    key: str


def candidates(connection: sqlite3.Connection, moment: Moment) -> list[Candidate]:
    """The rows that share most with a moment, of its project or of none."""
    total = connection.execute("SELECT COALESCE(MAX(id), 0) FROM documents").fetchone()[0]
    weights = _weights(connection, moment, total)
    keyed = _keyed(connection, moment)
    scores = _of_project(connection, _scores(connection, weights), moment.project)
    by_words = nlargest(_MOST_LOOKED_AT, scores, key=scores.__getitem__)
    best = [*keyed, *(number for number in by_words if number not in keyed)]
    rarest = ranking.rarity(1, total)
    rarities = {word: weight / rarest for word, weight in weights.items()}
    found = []
    for place in _eligible(connection, best, moment.project, len(keyed)):
        candidate = _candidate(connection, place, moment, rarities, keyed.get(place.number, []))
        if candidate is not None:
            found.append(candidate)
    return found


def _weights(connection: sqlite3.Connection, moment: Moment, total: int) -> dict[str, float]:
    """The rarity of each word of the moment that is in the index, rarest first."""
    marks = ", ".join("?" * len(moment.words))
    rows = connection.execute(
        "SELECT word, SUM(LENGTH(entries)) / 4 AS matches FROM postings "
        f"WHERE word IN ({marks}) GROUP BY word ORDER BY matches",
        list(moment.words),
    )
    return {word: ranking.rarity(matches, total) for word, matches in rows}


def _scores(connection: sqlite3.Connection, weights: dict[str, float]) -> dict[int, float]:
    """What each document's words in common are worth; common words may only add to others.

    The rarest words are read in full until the postings run to a limit; what is left can move
    a document up or down, not bring in a new one.
    """
    scores: dict[int, float] = {}
    left = _MOST_POSTINGS
    for word, weight in weights.items():
        worth = [weight * each for each in _FLAG_WORTH]
        entries = entries_of(connection, "postings", word)
        left -= len(entries)
        if left < 0 and scores:
            break
        get = scores.get
        for entry in entries:
            number = entry >> 8
            scores[number] = get(number, 0.0) + worth[entry & 0xFF]
    return scores


def _of_project(
    connection: sqlite3.Connection, scores: dict[int, float], project: str | None
) -> dict[int, float]:
    """The scores of documents that a project may be offered.

    A project with many documents is not sifted here: the best of all hold enough of its own.
    """
    if project is None:
        return scores
    rows = connection.execute(
        "SELECT id FROM documents WHERE project IS NULL AND offered "
        "UNION ALL SELECT id FROM documents WHERE project = ? AND offered LIMIT ?",
        (project, _MOST_SIFTED + 1),
    ).fetchall()
    if len(rows) > _MOST_SIFTED:
        return scores
    return {number: scores[number] for (number,) in rows if number in scores}


def _worth(flags: int) -> float:
    """What one posting's flags are worth: the best column, and a little for repetition."""
    column = (
        ranking.HEAD if flags & IN_HEAD else ranking.MIDDLE if flags & IN_MIDDLE else ranking.REST
    )
    count = max(1, flags & COUNT)
    return column * (1 + 0.2 * min(count - 1, 3))


_FLAG_WORTH = [_worth(flags) for flags in range(256)]


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
    connection: sqlite3.Connection, numbers: Sequence[int], project: str | None, keyed: int
) -> Iterator[Place]:
    """Those documents that may be offered in a project, until there are enough of them."""
    given = 0
    for start in range(0, len(numbers), _DOCUMENTS_AT_A_TIME):
        if given >= _ENOUGH and start >= keyed:
            return
        chunk = numbers[start : start + _DOCUMENTS_AT_A_TIME]
        for place in _places(connection, chunk, project):
            given += 1
            yield place


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
