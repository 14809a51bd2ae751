"""What a session was told before; the only answer to that question.

It is read off the events, since views may lag, and off the file beside the board in which events
of hooks wait while it is busy. Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

from blackboard.delivery.events import INJECTED, stream_of
from blackboard.storage.outbox import is_waiting, outbox_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

_ITEMS = (
    "SELECT items.value FROM events, json_each(events.payload, '$.items') AS items "
    "WHERE events.stream = ? AND events.type = ? AND events.payload IS NOT NULL "
    "AND (? IS NULL OR events.position <= ?)"
)
_IS_OF_SESSION = (
    "SELECT CASE WHEN json_valid(?1) THEN json_extract(?1, '$.payload.session') = ?2 END"
)
_PENDING_ITEMS = "SELECT value FROM json_each(?, '$.payload.items')"


def delivered_items(
    connection: sqlite3.Connection, path: object, session: str | None, until: int | None = None
) -> set[str]:
    """The ids of all that a session was told.

    Args:
        connection: to the board.
        path: the board's file.
        session: None was told nothing.
        until: the last position that counts; None counts what waits beside the board, too.
    """
    if session is None:
        return set()
    rows = connection.execute(_ITEMS, (stream_of(session), INJECTED, until, until))
    found = {item for (item,) in rows}
    return found if until is not None else found | _pending_items(connection, str(path), session)


def _pending_items(connection: sqlite3.Connection, path: str, session: str) -> set[str]:
    if not is_waiting(path):
        return set()
    found: set[str] = set()
    with open(outbox_path(path), encoding="utf-8", errors="replace") as file:
        for line in file:
            if (
                INJECTED in line
                and connection.execute(_IS_OF_SESSION, (line, session)).fetchone()[0]
            ):
                found.update(item for (item,) in connection.execute(_PENDING_ITEMS, (line,)))
    return found
