"""Logs on real servers for the suites that all backends pass, with a clock that stands still."""

from __future__ import annotations

import atexit
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import psycopg

from lessonboard.parts.team.postgres.log import PostgresLog
from tests.postgres import Server, running, versions

_REPLACED = (
    "CREATE OR REPLACE FUNCTION lessonboard.clock() RETURNS bigint LANGUAGE sql VOLATILE "
    "AS $$ SELECT current_setting('tests.now')::bigint $$",
    "CREATE OR REPLACE FUNCTION lessonboard.signed(claimed text) RETURNS text LANGUAGE sql "
    "AS $$ SELECT claimed $$",
)
"""What a server decides, and the suite of all logs states itself: the time and who appends."""

_EMPTY = (
    "ALTER TABLE lessonboard.events DISABLE TRIGGER USER; "
    "TRUNCATE lessonboard.events, lessonboard.leases, lessonboard.readers, lessonboard.usage; "
    "ALTER TABLE lessonboard.events ENABLE TRIGGER USER; "
    "UPDATE lessonboard.head SET position = 0, recorded_at = 0, "
    "digest = decode(repeat('00', 32), 'hex')"
)
_left: defaultdict[Path, list[str]] = defaultdict(list)

POSTGRES = {f"postgresql {version}": version for version in versions()}
"""The versions at hand, by what they are called in the list of backends."""


class ClockedLog(PostgresLog):
    """A log whose server has the time from a clock of the tests; its database is used again."""

    def __init__(self, there: Server, name: str, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._place = (there.programs, name)
        super().__init__(there.url(name, "tester"))

    def close(self) -> None:
        """Leave the database to the next log."""
        super().close()
        _left[self._place[0]].append(self._place[1])

    def _connection(self) -> psycopg.Connection:
        found = super()._connection()
        found.execute(f"SET tests.now = {self._clock()}".encode())
        return found


@cache
def server(version: str | None = None) -> Server:
    """A quick server of a version that runs until the tests end."""
    keeping = ExitStack()
    found = keeping.enter_context(running(version))
    found.user("tester", "lessonboard_forgetter")
    atexit.register(keeping.close)
    return found


def clocked_log(version: str, clock: Callable[[], int]) -> PostgresLog:
    """An empty log in a database of its own."""
    there = server(version)
    if _left[there.programs]:
        name = _left[there.programs].pop()
        there.sql(name, _EMPTY)
    else:
        name = there.database()
        there.sql(name, *_REPLACED)
    return ClockedLog(there, name, clock)
