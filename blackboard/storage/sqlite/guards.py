"""Guards that are switched on, and what they refused, read from a board's file for hooks.

A guard speaks only while its lesson is as it was when a person switched it on: approved, in the
same words, trusted at least as what tools showed, with its cited lines as they were, and not
resting because the repository enforces it. An unconfirmed prohibition speaks while it is
an attested sentence of this board's person, in the same words.
"""

from __future__ import annotations

from blackboard.delivery.events import stream_of
from blackboard.guards.active import ASKED, REFUSED, ActiveGuard
from blackboard.storage.outbox import is_waiting, outbox_path
from blackboard.storage.sqlite.trusted import IS_APPROVED

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

_PROPOSED = "proposed"
TRUSTED = ("human", "approved", "team", "tool")
_TRUSTED = ", ".join(f"'{each}'" for each in TRUSTED)

_IS_KEPT = (
    "SELECT 1 FROM sqlite_master WHERE name = 'view_guards' AND EXISTS "
    "(SELECT 1 FROM pragma_table_info('view_lessons') WHERE name = 'despite') AND EXISTS "
    "(SELECT 1 FROM pragma_table_info('view_guards') WHERE name = 'forbids')"
)
"""A hook may come before the first read by this version, which makes the tables."""

_LISTS = ("wrong", "right", "paths", "places", "forbids")
_BETWEEN = "\n"
_ACTIVE = (
    'SELECT g.id, g."rule", g.failed, g.uses, g.state, l.last_seen_at, '
    + ", ".join(
        f'(SELECT group_concat(value, char(10)) FROM json_each(g."{name}"))' for name in _LISTS
    )
    + " FROM view_guards g JOIN view_lessons l ON l.id = g.id "
    "WHERE ((g.state = 'on' AND l.status = 'approved' "
    f"AND l.trust IN ({_TRUSTED}) AND (l.signed_by = '' OR {IS_APPROVED})) "
    "OR (g.state = 'proposed' AND l.status IN ('candidate', 'approved') AND l.trust = 'human')) "
    'AND l."constraint" = g."rule" '
    "AND NOT (l.resting = 1 AND l.scope = 'project') "
    "AND l.freshness NOT IN ('drifted', 'orphaned') "
    "AND NOT EXISTS (SELECT 1 FROM json_each(l.harm) WHERE value NOT IN "
    "(SELECT value FROM json_each(l.despite))) "
    "AND (l.scope = 'global' OR l.project = ?) ORDER BY g.id"
)
_REFUSED = (
    "SELECT json_extract(payload, '$.lesson') FROM events "
    "WHERE stream = ? AND +type IN (?, ?) AND json_valid(payload)"  # + : by the stream's index
)
_PENDING = (
    "SELECT CASE WHEN json_valid(?1) AND json_extract(?1, '$.payload.session') = ?2 "
    "THEN json_extract(?1, '$.payload.lesson') END"
)


def active_guards(connection: sqlite3.Connection, project: str | None) -> list[ActiveGuard]:
    """The guards of a project, and those of lessons that hold everywhere."""
    if connection.execute(_IS_KEPT).fetchone() is None:
        return []
    rows = connection.execute(_ACTIVE, (project,)).fetchall()
    unconfirmed = [row[0] for row in rows if row[4] == _PROPOSED]
    said = _said(connection, unconfirmed) if unconfirmed else set()
    return [_guard(row) for row in rows if row[4] != _PROPOSED or row[0] in said]


def _guard(row: tuple[Any, ...]) -> ActiveGuard:
    lesson, rule, failed, uses, state, said_at, *lists = row
    wrong, right, paths, places, forbids = map(_list, lists)
    return ActiveGuard(
        lesson, rule, wrong, right, paths, places, failed, uses, forbids,
        is_confirmed=state != _PROPOSED, said_at=said_at or 0,
    )  # fmt: skip


def _said(connection: sqlite3.Connection, lessons: list[str]) -> set[str]:
    """Those of some lessons that are sentences of this board's person, unconfirmed or approved."""
    from blackboard.delivery.proof import is_said_once
    from blackboard.storage.sqlite.candidates import COLUMNS, SELECTED

    marks = ", ".join("?" * len(lessons))
    query = f"SELECT {SELECTED['lessons']} FROM view_lessons WHERE id IN ({marks})"
    found = (dict(zip(COLUMNS, row, strict=False)) for row in connection.execute(query, lessons))
    return {row["id"] for row in found if is_said_once({**row, "status": "candidate"})}


def refused_in(connection: sqlite3.Connection, path: str, session: str) -> set[str]:
    """The lessons whose guards refused or asked in a session, here or in the outbox."""
    rows = connection.execute(_REFUSED, (stream_of(session), REFUSED, ASKED))
    return {lesson for (lesson,) in rows} | _pending(connection, path, session)


def _pending(connection: sqlite3.Connection, path: str, session: str) -> set[str]:
    if not is_waiting(path):
        return set()
    with open(outbox_path(path), encoding="utf-8", errors="replace") as file:
        lines = [line for line in file if REFUSED in line or ASKED in line]
    found = (connection.execute(_PENDING, (line, session)).fetchone()[0] for line in lines)
    return {lesson for lesson in found if lesson}


def _list(text: str | None) -> tuple[str, ...]:
    """The items of a list, joined; a list of one empty text is joined to "" but is not None."""
    return () if text is None else tuple(text.split(_BETWEEN))
