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
from blackboard.search.postings import impact_of, is_telling, rarity

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator
    from typing import Any

_MOST_POSTINGS = 40_000
_FINALISTS = 400
_DOCUMENTS_AT_A_TIME = 50
_ENOUGH = 20
_LOOKS_WORTH_A_SCAN = 12

_COLUMNS = {
    "lessons": 'id, project, scope, trust, confidence, seen, last_seen_at, "constraint", symptom, '
    "severity, phase, category, freshness, learned_from",
    "insights": "id, project, scope, trust, confidence, seen, last_seen_at, statement, '', '', '', "
    "category, '', learned_from",
    "workflows": "id, project, scope, trust, confidence, seen, last_seen_at, statement, '', '', "
    "'', category, '', ''",
}
"""What each kind that may be offered gives for COLUMNS; a new kind is a line here."""

COLUMNS = (
    "id", "project", "scope", "trust", "confidence", "seen", "last_seen_at", "constraint",
    "symptom", "severity", "phase", "category", "freshness", "learned_from",
)  # fmt: skip
"""What a candidate's row holds, whatever its kind."""

_IN_DIGEST = (
    ("lessons", "status = 'approved'", 40),
    ("lessons", "status = 'candidate' AND trust = 'human' AND seen > 1", 40),
    ("lessons", "status = 'candidate' AND trust = 'human' AND seen = 1", 2),
    ("insights", "status = 'approved' AND category = 'projectSpecific'", 10),
)
"""What is worth saying before anything is known but the project, and how much of it at most: what a
person stands behind or said more than once, what the policy approved, the last two things that a
person said and nobody looked at, and what the sessions of a project always do."""

_ACCOUNT = ("injected", "obeyed", "recurred_injected")

Part = tuple["array[int]", bytearray]
"""The numbers of one project's documents that have a word, in order, and its mark in each."""

Postings = dict[str, list[Part]]

Keys = dict[int, list[tuple[str, str]]]


def candidates(connection: sqlite3.Connection, moment: Moment) -> list[Candidate]:
    """The rows that share most with a moment, of its project or of none: by words, then by keys."""
    total = _documents(connection, moment.project)
    postings = _postings(connection, moment)
    weights = {word: rarity(_matches(found), total) for word, found in postings.items()}
    scores = _scores(postings, weights)
    keyed = _keyed(connection, moment)
    by_words = sorted(scores, key=lambda number: -scores[number])
    by_keys = sorted(keyed, key=lambda number: (-scores.get(number, 0.0), -number))
    places = {
        **_eligible(connection, by_words, moment.project),
        **_eligible(connection, by_keys, moment.project),
    }
    rarest = rarity(1, total)
    rarities = {word: weight / rarest for word, weight in weights.items()}
    found = _found(postings, frozenset(places))
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
        for view, condition, most in _IN_DIGEST
        for (key,) in connection.execute(
            f"SELECT id FROM view_{view} WHERE project = ? AND {condition} AND scope = 'project' "
            "ORDER BY seen DESC, last_seen_at DESC, id LIMIT ?",
            (moment.project, most),
        )
    ]
    rows = _rows(connection, places)
    return [
        Candidate(view.removesuffix("s"), row, overlap({}, 0, moment, {}), (), account)
        for view, key, _ in places
        for row, account in rows.get((view, key), ())
    ]


def _documents(connection: sqlite3.Connection, project: str | None) -> int:
    """How many documents may be offered in a project."""
    if project is None:
        row = connection.execute("SELECT MAX(id) FROM documents").fetchone()
    else:
        row = connection.execute(
            "SELECT (SELECT COUNT(*) FROM documents WHERE project = ? AND offered) "
            "+ (SELECT COUNT(*) FROM documents WHERE project IS NULL AND offered)",
            (project,),
        ).fetchone()
    return row[0] or 0


def _postings(connection: sqlite3.Connection, moment: Moment) -> Postings:
    """The postings of all words of a moment, rarest first: of its project, and of none."""
    words = list(moment.words)
    marks = ", ".join("?" * len(words))
    here, places = ("", []) if moment.project is None else ("AND project IN (?, '')",
                                                            [moment.project])  # fmt: skip
    parts: dict[tuple[str, str], Part] = {}
    for word, project, numbers, lows in connection.execute(
        f"SELECT word, project, numbers, marks FROM postings WHERE word IN ({marks}) {here} "
        "ORDER BY word, project, block",
        (*words, *places),
    ):
        part = parts.get((word, project))
        if part is None:
            part = parts[word, project] = (array("I"), bytearray())
        part[0].frombytes(numbers)
        part[1].extend(lows)
    found: Postings = {}
    for (word, _), part in parts.items():
        found.setdefault(word, []).append(part)
    return dict(sorted(found.items(), key=lambda item: _matches(item[1])))


def _matches(parts: list[Part]) -> int:
    return sum(len(marks) for _, marks in parts)


def _scores(postings: Postings, weights: dict[str, float]) -> dict[int, float]:
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
        left -= _matches(postings[word])
        weight, get = weights[word], scores.get
        for numbers, marks in postings[word]:
            for number, mark in zip(numbers, marks, strict=True):
                scores[number] = get(number, 0.0) + weight * (mark >> 1)
    best = sorted(scores, key=scores.__getitem__, reverse=True)[:_FINALISTS]
    chosen = {number: scores[number] for number in best}
    for word in rarest_first:
        for number, mark in _marks(postings[word], frozenset(chosen)):
            chosen[number] += weights[word] * impact_of(mark)
    return chosen


def _marks(parts: list[Part], wanted: frozenset[int]) -> Iterator[tuple[int, int]]:
    """The marks that a word has in some documents; numbers are in order within a part."""
    for numbers, marks in parts:
        few = len(wanted) * _LOOKS_WORTH_A_SCAN < len(numbers)
        for number in wanted if few else wanted.intersection(numbers):
            place = bisect_left(numbers, number)
            if place < len(numbers) and numbers[place] == number:
                yield number, marks[place]


def _found(postings: Postings, numbers: frozenset[int]) -> dict[int, dict[str, bool]]:
    """Which words each document has, and whether they are telling ones."""
    found: dict[int, dict[str, bool]] = {number: {} for number in numbers}
    for word, parts in postings.items():
        for number, mark in _marks(parts, numbers):
            found[number][word] = is_telling(mark)
    return found


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
