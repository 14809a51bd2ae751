"""The candidates that may be shown although others contradict them, read from a board's file."""

from __future__ import annotations

from blackboard.storage.sqlite.trusted import IS_HEARD

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Sequence
    from typing import Any

    from blackboard.delivery.candidates import Candidate

_PAIRS = (
    "WITH pairs (name, status, trust, author, signer, other) AS ("
    "SELECT l.id, l.status, l.trust, l.author, l.signed_by, json_extract(e.value, '$.other') "
    "FROM view_lessons l, json_each(l.contradicts) e "
    "WHERE l.id IN (SELECT value FROM json_each(?)) AND l.contradicts != '[]') "
    "SELECT p.name, p.status, p.trust, p.author, p.signer, 'lesson', o.id, o.status, o.trust, "
    "o.author, o.signed_by "
    "FROM pairs p JOIN (SELECT * FROM view_lessons "
    f"WHERE {IS_HEARD['lessons']}) o ON o.id = p.other "
    "WHERE o.status IN ('candidate', 'approved') AND EXISTS "
    "(SELECT 1 FROM json_each(o.contradicts) b WHERE json_extract(b.value, '$.other') = p.name) "
    "UNION ALL SELECT p.name, p.status, p.trust, p.author, p.signer, 'insight', i.id, i.status, "
    "i.trust, '', i.signed_by "
    "FROM pairs p JOIN (SELECT * FROM view_insights "
    f"WHERE {IS_HEARD['insights']}) i ON i.id = p.other "
    "WHERE i.status IN ('candidate', 'approved') ORDER BY 1, 7"
)
"""Two lessons must name each other: one with new words contradicts nothing until it is compared.
What is not shown unasked, because its author is not trusted here, keeps nothing back."""

_IS_KEPT = "SELECT 1 FROM pragma_table_info('view_lessons') WHERE name = 'contradicts'"
"""A hook may come before the first read by this version, which makes the column."""


def without_contradicted(
    connection: sqlite3.Connection, found: list[Candidate], delivered: Collection[str]
) -> list[Candidate]:
    """The candidates without those that a stronger or equal one contradicts."""
    lessons = [each.id for each in found if each.kind == "lesson"]
    reasons = why_kept_back(connection, lessons, delivered) if lessons else {}
    return [each for each in found if each.id not in reasons] if reasons else found


def why_kept_back(
    connection: sqlite3.Connection, lessons: Sequence[str], delivered: Collection[str] = ()
) -> dict[str, str]:
    """Why lessons, and weaker insights beside them, are not shown; what is shown is left out."""
    if connection.execute(_IS_KEPT).fetchone() is None:
        return {}
    names = "[" + ",".join(f'"{name}"' for name in lessons if _is_plain(name)) + "]"
    pairs = connection.execute(_PAIRS, (names,)).fetchall()
    if not pairs:
        return {}
    from blackboard.delivery.contradicted import kept_back

    reasons: dict[str, str] = {}
    for *mine, kind, other, status, trust, author, signer in pairs:
        row, against = _row(*mine), _row(other, status, trust, author, signer)
        if why := kept_back(row, against, delivered):
            reasons.setdefault(row["id"], why)
        if kind == "insight" and (why := kept_back(against, row, delivered)):
            reasons.setdefault(other, why)
    return reasons


def _row(name: str, status: str, trust: str, author: str, signer: str) -> dict[str, Any]:
    return {"id": name, "status": status, "trust": trust, "author": author, "signed_by": signer}


def _is_plain(name: str) -> bool:
    """Whether an id needs no escaping in JSON, as all that are made here."""
    return '"' not in name and "\\" not in name and name.isprintable()
