"""Be notified when the log has grown."""

from __future__ import annotations

import psycopg

from lessonboard.parts.team.postgres.connecting import connect

_NET = 1.0
"""Seconds after which the log is asked whatever was heard: a pool between gives no news."""


class Listener:
    """A connection of its own that hears the server's news, opened when first waited for."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: psycopg.Connection | None = None

    def begin(self) -> None:
        """Listen from now on: what is appended after this is heard."""
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._url)
            self._connection.execute("LISTEN lessonboard")

    def wait(self, seconds: float) -> None:
        """Return as soon as there is news, or after that time, or a second."""
        self.begin()
        assert self._connection is not None
        for _ in self._connection.notifies(timeout=min(seconds, _NET), stop_after=1):
            pass

    def close(self) -> None:
        """Stop listening."""
        if self._connection is not None:
            self._connection.close()
