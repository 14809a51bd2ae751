"""Finding candidates for a situation: of its project alone, by the keys it shares, by its words.

Light to import, because the hooks of agents use it too: nothing here decodes JSON or folds a view,
and what only prompts need is imported for prompts alone.
"""

from __future__ import annotations

from blackboard.delivery.candidates import Candidate
from blackboard.delivery.proof import SESSIONS_UNFIT
from blackboard.search.file_names import same_file
from blackboard.storage.sqlite.trusted import IS_HEARD, ME, OFFERED
from blackboard.unapproved import PROVES_NOTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from typing import Any

    from blackboard.delivery.situation import Situation

_DOCUMENTS_AT_A_TIME = 50
_MOST_SHOWN = 20
ENOUGH = 20
"""The most candidates of one kind in one delivery."""

IS_PROVEN = f"trust NOT IN {PROVES_NOTHING}"
"""The same as `unapproved.is_proven`, where there is a proof."""

SAID = (
    f"(signed_by = '' AND ((proof IN ('person', 'message') AND {IS_PROVEN}) OR (proof = '' "
    "AND trust = 'human' AND writer = 'person' AND said <> '' AND author = '' "
    "AND learned_from NOT IN ('rule-files', 'by-hand'))))"
)
SAID_ONCE = f"(status = 'candidate' AND {SAID})"
"""The same as `delivery.proof.is_said_once`."""

UNFIT = f"""CASE WHEN {SAID_ONCE} THEN (SELECT COUNT(*) FROM (
    SELECT 1 FROM view_sessions s WHERE s.project = view_lessons.project AND s.child = 0
    AND s.started_at > MAX(view_lessons.last_seen_at, COALESCE((
        SELECT MAX(CASE WHEN e.moment IN ('start', 'cleared') THEN e.fitted_at
        ELSE e.injected_at END) FROM view_exposures e WHERE e.lesson = view_lessons.id), 0))
    LIMIT {SESSIONS_UNFIT})) ELSE 0 END"""
"""Sessions of its project since a sentence was said or fitted: a start fits whatever is said, so
where it came first the fit is judged afterwards (`reflect/accounts/fitting.py`)."""

_FROM_EVIDENCE = (
    "(SELECT COUNT(DISTINCT NULLIF(json_extract(value, '$.session'), '')) FROM json_each(evidence))"
)
_SESSIONS = (
    "CASE json_array_length(sessions) WHEN 0 THEN "
    f"{_FROM_EVIDENCE} ELSE json_array_length(sessions) END"
)
"""The same as `seen.sessions_of`."""

_APPROVERS = "(SELECT group_concat(value, char(10)) FROM json_each(approvers))"

SELECTED = {
    "lessons": 'id, project, scope, trust, confidence, seen, last_seen_at, "constraint", symptom, '
    "severity, phase, category, freshness, learned_from, '', pinned, signatures <> '[]', status, "
    f"author, signed_by, {_APPROVERS}, writer, said, proof, sources, {UNFIT}, "
    f"{_SESSIONS}",
    "insights": "id, project, scope, trust, confidence, seen, last_seen_at, statement, '', '', '', "
    f"category, '', learned_from, '', 0, 0, status, '', signed_by, {_APPROVERS}, writer, said, '', "
    f"0, 0, {_FROM_EVIDENCE}",
    "workflows": "id, project, scope, trust, confidence, seen, last_seen_at, statement, '', '', "
    f"'', category, '', '', title, 0, 0, status, '', signed_by, {_APPROVERS}, '', '', '', "
    "0, 0, 0",
}
"""What each kind that may be offered gives for COLUMNS; a new kind is a line here."""

COLUMNS = (
    "id", "project", "scope", "trust", "confidence", "seen", "last_seen_at", "constraint",
    "symptom", "severity", "phase", "category", "freshness", "learned_from",
    "title", "pinned", "measurable", "status", "author", "signed_by", "approvers", "writer",
    "said", "proof", "sources", "unfit", "sessions", "me",
)  # fmt: skip
"""What a candidate's row holds, whatever its kind."""

_ACCOUNT = ("injected", "verdict", "recurred_injected")

Place = tuple[str, str, int, "str | None"]
"""The view of a document, its key there, how many distinct words it has, and its project."""

Keys = dict[int, list[tuple[str, str]]]


def candidates(
    connection: sqlite3.Connection, situation: Situation, shown: Sequence[str] = ()
) -> list[Candidate]:
    """What may be delivered in a situation: how it is found depends on the step.

    A session's start knows only its project, and a tool call is answered only by what is
    bound to its file, command or error: its words are an agent's, not a person's. `shown` are the
    ids of what the session was shown before its context was cleared.
    """
    if not situation.is_occasion:
        return []
    match situation.step:
        case "start":
            from blackboard.storage.sqlite.at_start import digest_candidates

            return digest_candidates(connection, situation)
        case "cleared":
            return _cleared_candidates(connection, situation, shown)
        case "prompt":
            from blackboard.storage.sqlite.worded import worded_candidates

            return worded_candidates(connection, situation)
        case _:
            return keyed_candidates(connection, situation)


def _cleared_candidates(
    connection: sqlite3.Connection, situation: Situation, shown: Sequence[str]
) -> list[Candidate]:
    """What fits the work under way, what the session was shown before, and the digest again."""
    from blackboard.storage.sqlite.at_start import digest_candidates
    from blackboard.storage.sqlite.worded import worded_candidates

    found = {each.id: each for each in worded_candidates(connection, situation)}
    for each in _of_ids(connection, shown[:_MOST_SHOWN], situation):
        found.setdefault(each.id, each).was_shown = True
    for each in digest_candidates(connection, situation):
        found.setdefault(each.id, each).is_general = True
    return list(found.values())


def _of_ids(
    connection: sqlite3.Connection, ids: Sequence[str], situation: Situation
) -> list[Candidate]:
    """The rows of these ids that are still offered in the project."""
    rows = connection.execute(
        f"SELECT id FROM documents WHERE key IN ({', '.join('?' * len(ids))}) "
        f"AND view IN ({', '.join('?' * len(SELECTED))})",
        (*ids, *SELECTED),
    )
    places = eligible(connection, [number for (number,) in rows], situation.project)
    rows_at = rows_of(connection, places.values())
    return [
        Candidate(view.removesuffix("s"), row, account=account)
        for view, key, _, _ in places.values()
        for row, account in rows_at.get((view, key), ())
    ]


def keyed_candidates(connection: sqlite3.Connection, situation: Situation) -> list[Candidate]:
    """The rows that are bound to a file, command or error of the situation, whatever its words."""
    keyed = keyed_documents(connection, situation)
    newest_first = sorted(keyed, reverse=True)
    places = eligible(connection, newest_first, situation.project)
    rows = rows_of(connection, places.values())
    return [
        Candidate(
            view.removesuffix("s"),
            row,
            keys=binding(connection, key, keyed[number], situation),
            account=account,
        )
        for number, (view, key, _, _) in places.items()
        for row, account in rows.get((view, key), ())
    ]


def keyed_documents(connection: sqlite3.Connection, situation: Situation) -> Keys:
    """The documents bound to a file, command or error of the situation, with what binds them."""
    found: Keys = {}
    for kind, value in situation.keys:
        rows = connection.execute(
            "SELECT m.document FROM moments m JOIN documents d ON d.id = m.document "
            f"WHERE m.kind = ? AND m.value = ? AND {OFFERED} "
            "AND (? IS NULL OR d.project IS NULL OR d.project = ?) "
            "ORDER BY m.document DESC LIMIT 1000",
            (kind, value, situation.project, situation.project),
        )
        for (number,) in rows:
            found.setdefault(number, []).append((kind, value))
    return found


def eligible(
    connection: sqlite3.Connection, numbers: list[int], project: str | None, enough: int = ENOUGH
) -> dict[int, Place]:
    """The first of those documents that may be offered in a project, as many as are enough."""
    found: dict[int, Place] = {}
    for start in range(0, len(numbers), _DOCUMENTS_AT_A_TIME):
        some = numbers[start : start + _DOCUMENTS_AT_A_TIME]
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"SELECT id, view, key, words, project FROM documents WHERE id IN ({marks}) "
            f"AND {OFFERED} AND (? IS NULL OR project IS NULL OR project = ?)",
            (*some, project, project),
        )
        there = {number: (view, key, size, home) for number, view, key, size, home in rows}
        for number in some:
            if number in there:
                found[number] = there[number]
            if len(found) == enough:
                return found
    return found


def rows_of(
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
            f"SELECT {SELECTED[view]}, {ME}, {', '.join(_ACCOUNT)} FROM view_{view} "
            f"LEFT JOIN (SELECT lesson, {', '.join(_ACCOUNT)} FROM view_accounts) "
            f"ON lesson = id WHERE id IN ({marks}) AND {IS_HEARD[view]}",
            keys,
        ):
            row = dict(zip(COLUMNS, values, strict=False))
            row["approvers"] = [] if row["approvers"] is None else row["approvers"].split("\n")
            account = dict(zip(_ACCOUNT, values[len(COLUMNS) :], strict=True))
            found[view, row["id"]] = [(row, None if account["injected"] is None else account)]
    return found


def binding(
    connection: sqlite3.Connection, key: str, keys: list[tuple[str, str]], situation: Situation
) -> tuple[tuple[str, str], ...]:
    """The keys in common, without files that only have their last name in common."""
    if not any(kind == "path" for kind, _ in keys) or _names_file(connection, key, situation):
        return tuple(keys)
    return tuple(each for each in keys if each[0] != "path")


def _names_file(connection: sqlite3.Connection, key: str, situation: Situation) -> bool:
    rows = connection.execute(
        "SELECT value FROM json_each((SELECT paths FROM view_lessons WHERE id = ?))", (key,)
    )
    return any(same_file(path, given) for (path,) in rows for given in situation.files)
