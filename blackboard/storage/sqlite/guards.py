"""Guards that are switched on, and what they refused, read from a board's file for hooks.

A guard speaks only while its lesson stands as it did when a person switched it on: approved, in the
same words, trusted at least as what tools showed, and with its cited lines as they were.
"""

from __future__ import annotations

from blackboard.delivery.events import stream_of
from blackboard.guards.active import REFUSED, ActiveGuard
from blackboard.storage.outbox import is_waiting, outbox_path
from blackboard.storage.sqlite.trusted import IS_APPROVED

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

TRUSTED = ("human", "approved", "team", "tool")
_TRUSTED = ", ".join(f"'{each}'" for each in TRUSTED)

_IS_KEPT = (
    "SELECT 1 FROM sqlite_master WHERE name = 'view_guards' AND EXISTS "
    "(SELECT 1 FROM pragma_table_info('view_lessons') WHERE name = 'despite')"
)
"""A hook may come before the first read by this version, which makes the tables."""

_LISTS = ("wrong", "right", "paths", "places")
_BETWEEN = "\n"
_ACTIVE = (
    'SELECT g.id, g."rule", g.failed, g.uses, '
    + ", ".join(
        f'(SELECT group_concat(value, char(10)) FROM json_each(g."{name}"))' for name in _LISTS
    )
    + " FROM view_guards g JOIN view_lessons l ON l.id = g.id "
    "WHERE g.state = 'on' AND l.status = 'approved' AND l.\"constraint\" = g.\"rule\" "
    f"AND l.trust IN ({_TRUSTED}) AND (l.signed_by = '' OR {IS_APPROVED}) "
    "AND l.freshness NOT IN ('drifted', 'orphaned') "
    "AND NOT EXISTS (SELECT 1 FROM json_each(l.harm) WHERE value NOT IN "
    "(SELECT value FROM json_each(l.despite))) "
    "AND (l.scope = 'global' OR l.project = ?) ORDER BY g.id"
)
_REFUSED = (
    "SELECT json_extract(payload, '$.lesson') FROM events "
    "WHERE stream = ? AND +type = ? AND json_valid(payload)"  # + : by the stream's index
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
    return [
        ActiveGuard(
            lesson, rule, _list(wrong), _list(right), _list(paths), _list(places), failed, uses
        )
        for lesson, rule, failed, uses, wrong, right, paths, places in rows
    ]


def refused_in(connection: sqlite3.Connection, path: str, session: str) -> set[str]:
    """The lessons whose guards refused something in a session, here or in the outbox."""
    rows = connection.execute(_REFUSED, (stream_of(session), REFUSED))
    return {lesson for (lesson,) in rows} | _pending(connection, path, session)


def _pending(connection: sqlite3.Connection, path: str, session: str) -> set[str]:
    if not is_waiting(path):
        return set()
    with open(outbox_path(path), encoding="utf-8", errors="replace") as file:
        lines = [line for line in file if REFUSED in line]
    found = (connection.execute(_PENDING, (line, session)).fetchone()[0] for line in lines)
    return {lesson for lesson in found if lesson}


def _list(text: str | None) -> tuple[str, ...]:
    """The items of a list, joined; a list of one empty text is joined to nothing but is no None."""
    return () if text is None else tuple(text.split(_BETWEEN))
