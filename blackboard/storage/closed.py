"""Which streams take no more events; light, because hooks append too.

A stream is closed when a whole session is forgotten, by an event on a stream of its own. Streams
that continue its name after a slash are closed with it: a session's subagents have such.
"""

from __future__ import annotations

from blackboard.events import streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3


def closing_streams(stream: str) -> list[str]:
    """The streams on which an event would say that a stream is closed.

    >>> closing_streams("session:s1/reviewer")
    ['closed:session:s1', 'closed:session:s1/reviewer']
    """
    parts = stream.split("/")
    return [streams.closed("/".join(parts[: end + 1])) for end in range(len(parts))]


def is_closed(connection: sqlite3.Connection, stream: str) -> bool:
    """Whether a stream takes no more events."""
    names = closing_streams(stream)
    marks = ", ".join("?" * len(names))
    found = connection.execute(f"SELECT 1 FROM events WHERE stream IN ({marks}) LIMIT 1", names)
    return found.fetchone() is not None
