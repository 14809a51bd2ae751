"""What a decision on the board switched off, as the composer asks before it shows anything."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from blackboard.delivery.candidates import Candidate
    from blackboard.delivery.situation import Situation

_OFF = "SELECT project, session FROM view_captures WHERE off"


def without_off(
    connection: sqlite3.Connection, found: Sequence[Candidate], situation: Situation
) -> list[Candidate] | None:
    """The candidates of projects that are on; None where nothing may be shown in the situation.

    A lesson that holds everywhere is shown, from any project. A subagent is off with its parent.
    """
    rows = connection.execute(_OFF).fetchall()
    if not rows:
        return list(found)
    projects = {project for project, _ in rows if project is not None}
    session = situation.session or ""
    sessions = {session, session.partition("/")[0]}
    if situation.project in projects or any(name in sessions for _, name in rows if name):
        return None
    return [each for each in found
            if each.row["scope"] == "global" or each.row["project"] not in projects]  # fmt: skip
