"""What people decided about being remembered, as hooks look it up: by the events themselves.

The view of captures says the same, but views may lag.
"""

from __future__ import annotations

from blackboard.storage.sqlite.aliases import aliases_of, project_of_alias

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

_LAST = (
    "SELECT type FROM events WHERE stream = ? AND payload IS NOT NULL "
    "ORDER BY occurred_at DESC, position DESC LIMIT 1"
)


def is_off(connection: sqlite3.Connection, keys: list[str]) -> bool:
    """Whether any of these was switched off last; see `blackboard.sources.exclusion`."""
    return any(
        connection.execute(_LAST, (f"capture:{key}",)).fetchone() == ("capture.disabled",)
        for key in keys
    )


def is_off_by_alias(connection: sqlite3.Connection, project: str) -> bool:
    """Whether a project was switched off under any of its names; the views must be there."""
    owner = project_of_alias(connection, project) or project
    return is_off(connection, [f"project:{name}" for name in aliases_of(connection, owner)])
