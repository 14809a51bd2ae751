"""A server for the tests that need more than the suite of all logs."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from lessonboard.parts.team.postgres.log import PostgresLog
from lessonboard.parts.team.postgres.migrating import begin, migrations
from tests.postgres import Server
from tests.postgres_logs import server


@pytest.fixture
def there() -> Server:
    """A running server."""
    found = server()
    for name in ("anna", "bo"):
        if not found.sql("postgres", f"SELECT 1 FROM pg_roles WHERE rolname = '{name}'"):
            found.user(name)
    return found


@pytest.fixture
def name(there: Server) -> str:
    """A database with an empty log."""
    return there.database()


@pytest.fixture
def old_name(there: Server) -> str:
    """A database with an empty log as the first release made it, which checks no payload."""
    found = there.database()
    with psycopg.connect(there.url(found), autocommit=True) as connection:
        connection.execute("DROP SCHEMA lessonboard CASCADE")
        begin(connection)
        connection.execute(migrations()[0].encode())
        connection.execute("UPDATE lessonboard.format SET version = 1")
    return found


@pytest.fixture
def anna(there: Server, name: str) -> Iterator[PostgresLog]:
    """The log as one of its writers."""
    log = PostgresLog(there.url(name, "anna"))
    yield log
    log.close()


@pytest.fixture
def bo(there: Server, name: str) -> Iterator[PostgresLog]:
    """The log as another one."""
    log = PostgresLog(there.url(name, "bo"))
    yield log
    log.close()
