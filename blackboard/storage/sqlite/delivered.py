"""What a session was shown, and still has in its context; the only answer to that question.

It is read off the events, since views may lag, and off the file beside the board in which events
of hooks wait while it is busy. What was shown before the session's context was last cleared does
not count. Which came first follows from their own times, since what waits beside the board gets its
position late. Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

from blackboard.delivery.events import CLEARED, INJECTED, stream_of
from blackboard.storage.outbox import is_waiting, outbox_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    Moment = tuple[int, str | None]

_MOMENTS = (
    "SELECT e.occurred_at, items.value FROM events e, "
    "json_each(CASE WHEN json_valid(e.payload) THEN e.payload END, '$.items') AS items "
    "WHERE items.type = 'text' AND e.stream = ?1 AND +e.type = ?2 AND e.payload IS NOT NULL "
    "AND (?4 IS NULL OR e.position <= ?4) "
    "UNION ALL SELECT occurred_at, NULL FROM events "
    "WHERE stream = ?1 AND +type = ?3 AND (?4 IS NULL OR position <= ?4)"
)
"""When a session was shown an item, and, without an item, when its context was cleared.

The unary plus keeps SQLite from going through all events of a type.
"""

_IS_OF_SESSION = (
    "SELECT CASE WHEN json_valid(?1) THEN json_extract(?1, '$.payload.session') = ?2 END"
)
_PENDING_MOMENTS = (
    "SELECT json_extract(?1, '$.occurred_at'), value FROM json_each(?1, '$.payload.items') "
    "UNION ALL SELECT json_extract(?1, '$.occurred_at'), NULL "
    "WHERE json_extract(?1, '$.type') = ?2"
)


def delivered_items(
    connection: sqlite3.Connection,
    path: object,
    session: str | None,
    until: int | None = None,
    *,
    ever: bool = False,
) -> set[str]:
    """The ids of all that a session was shown since its context was last cleared.

    Args:
        connection: to the board.
        path: the board's file.
        session: None was shown nothing.
        until: the last position that counts; None counts what waits beside the board, too.
        ever: whether what is gone from its context counts.
    """
    if session is None:
        return set()
    moments = _moments(connection, path, session, until)
    cleared = 0 if ever else _last_cleared(moments)
    return {item for at, item in moments if item is not None and at >= cleared}


def shown_items(
    connection: sqlite3.Connection, path: object, session: str | None, until: int | None = None
) -> list[str]:
    """The ids of all that a session was ever shown, the latest first; see `delivered_items`."""
    if session is None:
        return []
    moments = sorted(_moments(connection, path, session, until), key=lambda moment: -moment[0])
    return list(dict.fromkeys(item for _, item in moments if item is not None))


def cleared_at(connection: sqlite3.Connection, path: object, session: str) -> int:
    """When the session's context was last cleared, in microseconds since 1970; 0 for never."""
    return _last_cleared(_moments(connection, path, session, None))


def _moments(
    connection: sqlite3.Connection, path: object, session: str, until: int | None
) -> list[Moment]:
    values = (stream_of(session), INJECTED, CLEARED, until)
    moments: list[Moment] = list(connection.execute(_MOMENTS, values))
    if until is None:
        moments += _pending_moments(connection, str(path), session)
    return moments


def _last_cleared(moments: list[Moment]) -> int:
    return max((at for at, item in moments if item is None), default=0)


def _pending_moments(connection: sqlite3.Connection, path: str, session: str) -> Iterator[Moment]:
    if not is_waiting(path):
        return
    with open(outbox_path(path), encoding="utf-8", errors="replace") as file:
        for line in file:
            if (INJECTED in line or CLEARED in line) and connection.execute(
                _IS_OF_SESSION, (line, session)
            ).fetchone()[0]:
                yield from connection.execute(_PENDING_MOMENTS, (line, CLEARED))
