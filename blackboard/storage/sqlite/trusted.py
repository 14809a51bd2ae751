"""Who this board's person is on a team's log, and whose words they let through: parts of SQL.

Light to import, because the hooks of agents use it too. They read the events themselves.
"""

from __future__ import annotations

from blackboard.storage.sqlite.tail import PERSON

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

ME = (
    f"(SELECT COALESCE(MAX(SUBSTR(name, {len(PERSON) + 1})), '') FROM checkpoints "
    f"WHERE name GLOB '{PERSON}*')"
)
"""The user as whom the file follows a team's log; empty for a board of one's own."""

_LAST_WORDS = (
    "SELECT json_extract(payload, '$.name') AS name, type, MAX(position) FROM events "
    "WHERE stream = 'team' AND type IN ('team.trusted', 'team.distrusted') "
    "AND json_valid(payload) AND SUBSTR(actor, 1, INSTR(actor, '/') - 1) = {me} GROUP BY 1"
)
TRUSTED = f"SELECT name FROM ({_LAST_WORDS.format(me=ME)}) WHERE type = 'team.trusted'"
"""The colleagues whom this board's person trusts; what others say of trust counts for nothing."""

_BY_ME = f"{ME} IN (SELECT value FROM json_each(approvers))"
IS_APPROVED = f"({_BY_ME} OR (author <> '' AND trust = 'approved'))"
"""Whether this board's person approved a signed lesson; see `delivery.voice.is_approved_by`."""

_IS_HEARD = f"(signed_by = '' OR signed_by = {ME} OR signed_by IN ({TRUSTED}) OR {{approved}})"
_IN_STEP = (
    "(SELECT position FROM checkpoints WHERE name = 'view:workflows') = "
    "(SELECT position FROM checkpoints WHERE name = 'view:lessons')"
)
"""Whether the rows are of today: they stay behind while their part is not active."""

IS_HEARD = {
    "lessons": _IS_HEARD.format(approved=f"signed = 'trusted' OR {IS_APPROVED}"),
    "insights": _IS_HEARD.format(approved=_BY_ME),
    "workflows": f"{_IS_HEARD.format(approved=_BY_ME)} AND {_IN_STEP}",
}
"""Whether a row of a view may be shown unasked: one's own, of one who is trusted, approved by
oneself, or one of the unsigned shares that one trusted as they are."""

OFFERED = (
    "(offered = 1 OR (offered = 2 AND CASE view "
    + " ".join(
        f"WHEN '{view}' THEN EXISTS (SELECT 1 FROM view_{view} WHERE id = key AND {heard})"
        for view, heard in IS_HEARD.items()
        if view != "workflows"
    )
    + " END))"
)
"""Whether a document is offered here; only of those that a team's log signs the row is asked.

Workflows are a part of the product that may not be there; each is asked when its row is read.
"""


def person(connection: sqlite3.Connection) -> str:
    """Who this board's person is on a team's log that it follows; empty on a board of their own."""
    found: str = connection.execute(f"SELECT {ME}").fetchone()[0]
    return found
