"""Finding candidates for a moment: by the keys it shares, and by its words, rarest first.

Light to import, because the hooks of agents use it too: nothing here decodes JSON or folds a view.
"""

from __future__ import annotations

from blackboard.context.moment import Moment
from blackboard.context.relevance import overlap
from blackboard.context.select import Candidate
from blackboard.context.titles import names_task
from blackboard.search.file_names import same_file
from blackboard.search.postings import rarity
from blackboard.storage.sqlite.scores import found_in, matches, postings_of, scores_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from typing import Any

_DOCUMENTS_AT_A_TIME = 50
_ENOUGH = 20

_COLUMNS = {
    "lessons": 'id, project, scope, trust, confidence, seen, last_seen_at, "constraint", symptom, '
    "severity, phase, category, freshness, learned_from, ''",
    "insights": "id, project, scope, trust, confidence, seen, last_seen_at, statement, '', '', '', "
    "category, '', learned_from, ''",
    "workflows": "id, project, scope, trust, confidence, seen, last_seen_at, statement, '', '', "
    "'', category, '', '', title",
}
"""What each kind that may be offered gives for COLUMNS; a new kind is a line here."""

COLUMNS = (
    "id", "project", "scope", "trust", "confidence", "seen", "last_seen_at", "constraint",
    "symptom", "severity", "phase", "category", "freshness", "learned_from",
    "title",
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

Place = tuple[str, str, int, "str | None"]
"""The view of a document, its key there, how many telling words it has, and its project."""

Keys = dict[int, list[tuple[str, str]]]


def candidates(connection: sqlite3.Connection, moment: Moment) -> list[Candidate]:
    """The rows that share most with a moment, of its project or of none: by words, then by keys."""
    total = _documents(connection, moment.project)
    postings = postings_of(connection, moment)
    weights = {word: rarity(matches(found), total) for word, found in postings.items()}
    scores = scores_of(connection, postings, weights)
    keyed = _keyed(connection, moment)
    by_words = sorted(scores, key=lambda number: -scores[number])
    by_keys = sorted(keyed, key=lambda number: (-scores.get(number, 0.0), -number))
    places = {
        **_eligible(connection, by_words, moment.project),
        **_eligible(connection, by_keys, moment.project),
    }
    rarest = rarity(1, total)
    rarities = {word: weight / rarest for word, weight in weights.items()}
    found = found_in(postings, ((number, place[3]) for number, place in places.items()))
    rows = _rows(connection, places.values())
    return [
        Candidate(
            view.removesuffix("s"),
            row,
            overlap(found[number], discriminative, moment, rarities),
            _binding(connection, key, keyed.get(number, []), moment) + _named(row, moment),
            account,
        )
        for number, (view, key, discriminative, _) in places.items()
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
            overlap({}, discriminative, moment, {}),
            _binding(connection, key, keyed[number], moment),
            account,
        )
        for number, (view, key, discriminative, _) in places.items()
        for row, account in rows.get((view, key), ())
    ]


def digest_candidates(connection: sqlite3.Connection, moment: Moment) -> list[Candidate]:
    """The rows of a project that are worth saying when nothing else is known, surest first."""
    places = [
        (view, key, 0, moment.project)
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
        for view, key, _, _ in places
        for row, account in rows.get((view, key), ())
    ]


def _documents(connection: sqlite3.Connection, project: str | None) -> int:
    """How many documents may be offered in a project."""
    if project is None:
        row = connection.execute("SELECT COUNT(*) FROM documents WHERE offered").fetchone()
    else:
        row = connection.execute(
            "SELECT (SELECT COUNT(*) FROM documents WHERE project = ? AND offered) "
            "+ (SELECT COUNT(*) FROM documents WHERE project IS NULL AND offered)",
            (project,),
        ).fetchone()
    return row[0] or 0


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
) -> dict[int, Place]:
    """The first of those documents that may be offered in a project, as many as are enough."""
    found: dict[int, Place] = {}
    for start in range(0, len(numbers), _DOCUMENTS_AT_A_TIME):
        some = numbers[start : start + _DOCUMENTS_AT_A_TIME]
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"SELECT id, view, key, telling, project FROM documents WHERE id IN ({marks}) "
            "AND offered AND (? IS NULL OR project IS NULL OR project = ?)",
            (*some, project, project),
        )
        there = {
            number: (view, key, discriminative, home)
            for number, view, key, discriminative, home in rows
        }
        for number in some:
            if number in there:
                found[number] = there[number]
            if len(found) == _ENOUGH:
                return found
    return found


def _rows(
    connection: sqlite3.Connection, places: Iterable[Place]
) -> dict[tuple[str, str], list[tuple[dict[str, Any], dict[str, Any] | None]]]:
    """The row of each place, and the account of what became of it before."""
    by_view: dict[str, list[str]] = {}
    for view, key, _, _ in places:
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


def _named(row: dict[str, Any], moment: Moment) -> tuple[tuple[str, str], ...]:
    """The title of a task that the moment names."""
    title = row["title"]
    return (("title", title),) if title and names_task(title, moment) else ()


def _names_file(connection: sqlite3.Connection, key: str, moment: Moment) -> bool:
    rows = connection.execute(
        "SELECT value FROM json_each((SELECT paths FROM view_lessons WHERE id = ?))", (key,)
    )
    return any(same_file(path, given) for (path,) in rows for given in moment.files)
