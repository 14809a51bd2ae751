"""A server for the tests that need more than the suite of all logs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from blackboard.storage.postgres.log import PostgresLog
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
