"""What people decided about being remembered, as hooks look it up: by the events themselves.

The view of captures says the same, but views may lag.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

_LAST = (
    "SELECT type FROM events WHERE stream = ? AND payload IS NOT NULL "
    "ORDER BY occurred_at DESC, id DESC LIMIT 1"
)


_BY_ALIAS = """
    SELECT 1 FROM view_captures decided
    JOIN project_aliases named ON named.alias = substr(decided.id, length('project:') + 1)
    WHERE decided.off AND decided.session IS NULL AND named.project = (
        SELECT project FROM project_aliases WHERE alias = ?1 UNION ALL SELECT ?1 LIMIT 1
    )
    LIMIT 1
"""


def is_off_by_alias(connection: sqlite3.Connection, project: str) -> bool:
    """Whether a project is switched off under another of its names; the views must be there."""
    return connection.execute(_BY_ALIAS, (project,)).fetchone() is not None


def is_off(connection: sqlite3.Connection, keys: list[str]) -> bool:
    """Whether any of these was switched off last; see `blackboard.sources.exclusion`."""
    return any(
        connection.execute(_LAST, (f"capture:{key}",)).fetchone() == ("capture.disabled",)
        for key in keys
    )
