"""Checking the digest chain of a file."""

from __future__ import annotations

import sqlite3

from blackboard import chain, chain_check
from blackboard.errors import DamagedBoard
from blackboard.event import Event
from blackboard.log import Progress, Verification
from blackboard.storage.sqlite import schema_check
from blackboard.storage.sqlite.tail import FOLLOWED, UNFIT

_COLUMNS = ", ".join(Event._fields)
_LAST = 2**63 - 1


def verify(
    connection: sqlite3.Connection, progress: Progress | None, until: int | None = None
) -> Verification:
    """Recompute the chain up to the last event or a position, and check tables and structure."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM events WHERE position <= ? ORDER BY position",
        (_LAST if until is None else until,),
    )
    found = chain_check.verified(rows, lambda: _unannounced(connection), progress)
    found.problems.extend(schema_check.problems(connection))
    faults = structure_problems(connection)
    found.problems.extend(f"SQLite finds a fault: {fault}" for fault in faults)
    return found


def refuse_damaged(connection: sqlite3.Connection, position: int) -> None:
    """Refuse an event that could not be folded if it is not what was recorded.

    Raises:
        DamagedBoard: its payload has another digest.
    """
    row = connection.execute(
        "SELECT payload, payload_sha256 FROM events WHERE position = ?", (position,)
    ).fetchone()
    if chain.payload_hash(row[0].encode()) != row[1]:
        path = connection.execute("PRAGMA database_list").fetchone()[2]
        raise DamagedBoard(path, f"event {position} is not the one that was recorded")


def structure_problems(connection: sqlite3.Connection, *, log: bool = True) -> list[str]:
    """What SQLite finds wrong with a file's structure, indexes included; quick_check.

    Without the log, which is most of the file, it takes a tenth of the time.
    """
    pragmas = ["PRAGMA quick_check(5)"]
    if not log:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'events' "
            "AND sql NOT LIKE 'CREATE VIRTUAL%'"
        ).fetchall()
        pragmas = [f"PRAGMA quick_check('{name}')" for (name,) in tables]
    rows = [row for each in pragmas for row in connection.execute(each)]
    return [row[0] for row in rows if row[0] != "ok"]


def _unannounced(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """The position and id of payloads that are gone without an event that says why.

    A copy that follows some projects alone never had those of others.
    """
    return connection.execute(
        "SELECT position, id FROM events e WHERE payload IS NULL AND NOT EXISTS "
        "(SELECT 1 FROM events WHERE stream = 'forgotten:' || e.id) "
        "AND NOT EXISTS (SELECT 1 FROM checkpoints WHERE name = :unfit || e.id) "
        "AND NOT (project IS NOT NULL "
        "AND EXISTS (SELECT 1 FROM checkpoints WHERE name GLOB :beginning || '*') "
        "AND NOT EXISTS (SELECT 1 FROM checkpoints WHERE name = :beginning || e.project)) "
        "LIMIT :most",
        {"unfit": UNFIT, "beginning": FOLLOWED, "most": chain_check.MOST_PROBLEMS},
    ).fetchall()
