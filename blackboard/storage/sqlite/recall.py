"""Finding candidates for a moment: by the keys it shares, and by its words, rarest first.

Light to import, because the hooks of agents use it too: nothing here decodes JSON or folds a view.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

from blackboard.context.moment import Moment
from blackboard.context.relevance import overlap
from blackboard.context.select import Candidate
from blackboard.search.file_names import same_file
from blackboard.search.postings import MOST_IMPACT, rarity
from blackboard.storage.sqlite.entries import entries_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from typing import Any

_MOST_POSTINGS = 40_000
_FINALISTS = 400
_DOCUMENTS_AT_A_TIME = 50
_MOST_SIFTED = 20_000
_ENOUGH = 20

_COLUMNS = {
    "lessons": 'id, project, scope, trust, confidence, seen, last_seen_at, "constraint", symptom, '
    "severity, phase, category, ''",
    "insights": "id, project, scope, trust, confidence, seen, last_seen_at, statement, '', '', '', "
    "category, ''",
}
"""What each kind that may be offered gives for COLUMNS; a new kind is a line here."""

COLUMNS = (
    "id", "project", "scope", "trust", "confidence", "seen", "last_seen_at", "constraint",
    "symptom", "severity", "phase", "category", "freshness",
)  # fmt: skip
"""What a candidate's row holds, whatever its kind."""

_IN_DIGEST = {
    "lessons": "status = 'approved' OR status = 'candidate' AND trust = 'human'",
    "insights": "status = 'approved' AND category = 'projectSpecific'",
}
"""What is worth saying before anything is known but the project: what a person said or stands
behind, what the policy approved, and what is done in each session of a project."""

_MOST_IN_DIGEST = 40

_ACCOUNT = ("injected", "obeyed", "recurred_injected")

Postings = dict[str, "array[int]"]
Keys = dict[int, list[tuple[str, str]]]


def candidates(connection: sqlite3.Connection, moment: Moment) -> list[Candidate]:
    """The rows that share most with a moment, of its project or of none: by words, then by keys."""
    total = connection.execute("SELECT COALESCE(MAX(id), 0) FROM documents").fetchone()[0]
    weights = _weights(connection, moment, total)
    postings = {word: entries_of(connection, "postings", word) for word in weights}
    scores = _scores(postings, weights, _allowed(connection, moment.project))
    keyed = _keyed(connection, moment)
    by_words = sorted(scores, key=lambda number: -scores[number])
    by_keys = sorted(keyed, key=lambda number: (-scores.get(number, 0.0), -number))
    places = {
        **_eligible(connection, by_words, moment.project),
        **_eligible(connection, by_keys, moment.project),
    }
    rarest = rarity(1, total)
    rarities = {word: weight / rarest for word, weight in weights.items()}
    found = _found(postings, places)
    rows = _rows(connection, places.values())
    return [
        Candidate(
            view.removesuffix("s"),
            row,
            overlap(found[number], telling, moment, rarities),
            _binding(connection, key, keyed.get(number, []), moment),
            account,
        )
        for number, (view, key, telling) in places.items()
        for row, account in rows.get((view, key), ())
    ]


def keyed_candidates(connection: sqlite3.Connection, moment: Moment) -> list[Candidate]:
    """The rows that are bound to a file, command or error of the moment, whatever its words."""
    keyed = _keyed(connection, moment)
    newest_first = sorted(keyed, reverse=True)
    places = _eligible(connection, newest_first, moment.project)
    rows = _rows(connection, places.values())
    return [
        Candidate(
            view.removesuffix("s"),
            row,
            overlap({}, telling, moment, {}),
            _binding(connection, key, keyed[number], moment),
            account,
        )
        for number, (view, key, telling) in places.items()
        for row, account in rows.get((view, key), ())
    ]


def digest_candidates(connection: sqlite3.Connection, moment: Moment) -> list[Candidate]:
    """The rows of a project that are worth saying when nothing else is known, surest first."""
    places = [
        (view, key, 0)
        for view, condition in _IN_DIGEST.items()
        for (key,) in connection.execute(
            f"SELECT id FROM view_{view} WHERE project = ? AND scope = 'project' AND ({condition}) "
            "ORDER BY confidence DESC, seen DESC, id LIMIT ?",
            (moment.project, _MOST_IN_DIGEST),
        )
    ]
    rows = _rows(connection, places)
    return [
        Candidate(view.removesuffix("s"), row, overlap({}, 0, moment, {}), (), account)
        for view, key, _ in places
        for row, account in rows.get((view, key), ())
    ]


def _weights(connection: sqlite3.Connection, moment: Moment, total: int) -> dict[str, float]:
    """The rarity of each word of the moment that is in the index, rarest first."""
    marks = ", ".join("?" * len(moment.words))
    rows = connection.execute(
        "SELECT word, SUM(LENGTH(entries)) / 4 AS matches FROM postings "
        f"WHERE word IN ({marks}) GROUP BY word ORDER BY matches",
        list(moment.words),
    )
    return {word: rarity(matches, total) for word, matches in rows}


def _scores(
    postings: Postings, weights: dict[str, float], eligible: set[int] | None
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
        worth = [weights[word] * (low >> 1) for low in range(2 * MOST_IMPACT + 2)]
        left -= len(postings[word])
        get = scores.get
        for entry in postings[word]:
            number = entry >> 8
            scores[number] = get(number, 0.0) + worth[entry & 0xFF]
    allowed = scores if eligible is None else eligible & scores.keys()
    best = sorted(allowed, key=scores.__getitem__, reverse=True)[:_FINALISTS]
    chosen = {number: scores[number] for number in best}
    for word in rarest_first:
        _look_up(chosen, postings[word], weights[word])
    return chosen


def _look_up(scores: dict[int, float], entries: array[int], weight: float) -> None:
    """Add what one word is worth to those documents that have it."""
    for number in scores:
        low = _lowest(entries, number)
        if low is not None:
            scores[number] += weight * (low >> 1)


def _lowest(entries: array[int], number: int) -> int | None:
    """The lowest byte of a document's posting, or None where it has none; postings are in order."""
    place = bisect_left(entries, number << 8)
    if place < len(entries) and entries[place] >> 8 == number:
        return entries[place] & 0xFF
    return None


def _found(postings: Postings, numbers: Iterable[int]) -> dict[int, dict[str, bool]]:
    """Which words each document has, and whether they are telling ones."""
    found: dict[int, dict[str, bool]] = {number: {} for number in numbers}
    for word, entries in postings.items():
        for number, words in found.items():
            low = _lowest(entries, number)
            if low is not None:
                words[word] = bool(low & 1)
    return found


def _allowed(connection: sqlite3.Connection, project: str | None) -> set[int] | None:
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


def _keyed(connection: sqlite3.Connection, moment: Moment) -> Keys:
    """The documents bound to a file, command or error of the moment, with what binds them."""
    found: Keys = {}
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
    connection: sqlite3.Connection, numbers: list[int], project: str | None
) -> dict[int, tuple[str, str, int]]:
    """The first of those documents that may be offered in a project, as many as are enough.

    Each with its view, its key there, and how many telling words it has.
    """
    found: dict[int, tuple[str, str, int]] = {}
    for start in range(0, len(numbers), _DOCUMENTS_AT_A_TIME):
        some = numbers[start : start + _DOCUMENTS_AT_A_TIME]
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"SELECT id, view, key, telling FROM documents WHERE id IN ({marks}) AND offered "
            "AND (? IS NULL OR project IS NULL OR project = ?)",
            (*some, project, project),
        )
        there = {number: (view, key, telling) for number, view, key, telling in rows}
        for number in some:
            if number in there:
                found[number] = there[number]
            if len(found) == _ENOUGH:
                return found
    return found


def _rows(
    connection: sqlite3.Connection, places: Iterable[tuple[str, str, int]]
) -> dict[tuple[str, str], list[tuple[dict[str, Any], dict[str, Any] | None]]]:
    """The row of each place, and the account of what became of it before."""
    by_view: dict[str, list[str]] = {}
    for view, key, _ in places:
        by_view.setdefault(view, []).append(key)
    found = {}
    for view, keys in by_view.items():
        marks = ", ".join("?" * len(keys))
        for values in connection.execute(
            f"SELECT {_COLUMNS[view]}, injected, obeyed, recurred_injected FROM view_{view} "
            "LEFT JOIN (SELECT lesson, injected, obeyed, recurred_injected FROM view_accounts) "
            f"ON lesson = id WHERE id IN ({marks})",
            keys,
        ):
            row = dict(zip(COLUMNS, values, strict=False))
            account = dict(zip(_ACCOUNT, values[len(COLUMNS) :], strict=True))
            found[view, row["id"]] = [(row, None if account["injected"] is None else account)]
    return found


def _binding(
    connection: sqlite3.Connection, key: str, keys: list[tuple[str, str]], moment: Moment
) -> tuple[tuple[str, str], ...]:
    """The keys in common, without files that only have their last name in common."""
    if not any(kind == "path" for kind, _ in keys) or _names_file(connection, key, moment):
        return tuple(keys)
    return tuple(each for each in keys if each[0] != "path")


def _names_file(connection: sqlite3.Connection, key: str, moment: Moment) -> bool:
    rows = connection.execute(
        "SELECT value FROM json_each((SELECT paths FROM view_lessons WHERE id = ?))", (key,)
    )
    return any(same_file(path, given) for (path,) in rows for given in moment.files)
