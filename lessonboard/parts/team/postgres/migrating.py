"""Making a team's log in a database, and bringing an older one to this program's format."""

from __future__ import annotations

from importlib import resources

import orjson
import psycopg

from blackboard.errors import CannotOpen, NewerBoard
from blackboard.events.required import REQUIRED
from lessonboard.parts.team.postgres.connecting import connect, label, ours

ROLES = {
    "lessonboard_reader": "follow the log",
    "lessonboard_writer": "append and claim",
    "lessonboard_forgetter": "forget what others wrote",
}
"""The roles that clients are granted; each may do what the one before may, and one thing more."""

_LOCK = 0x6C657373
"""The advisory lock of those who migrate, so that one does it and the others find it done."""


def migrations() -> list[str]:
    """The SQL of each step of the format, in order."""
    folder = resources.files("lessonboard.parts.team.postgres") / "migrations"
    files = sorted(folder.iterdir(), key=lambda each: each.name)
    return [each.read_text(encoding="utf-8") for each in files if each.name.endswith(".sql")]


FORMAT = 1
"""What clients send and get. A step that changes it raises it, and older clients are refused."""

_JSON = {"integer": "number"}
"""What PostgreSQL calls the types of JSON."""

STEPS = len(migrations())
"""The steps that this program knows; clients work with a log that lacks the last ones."""


def found_format(connection: psycopg.Connection) -> int:
    """The format of the log in a database, 0 where there is none."""
    row = connection.execute("SELECT to_regclass('lessonboard.format') IS NOT NULL").fetchone()
    if row is None or not row[0]:
        return 0
    found = connection.execute("SELECT version FROM lessonboard.format").fetchone()
    return int(found[0]) if found else 0


def refuse_other_formats(connection: psycopg.Connection, url: str) -> None:
    """Refuse a database whose log this program cannot use.

    Raises:
        CannotOpen: there is none, or it is of an older format.
        NewerBoard: it is of a newer one.
    """
    found = found_format(connection)
    if found > FORMAT:
        raise NewerBoard(label(url), found, FORMAT)
    if found < FORMAT:
        what = f"format {found} of a log, and this program needs {FORMAT}" if found else "no log"
        raise CannotOpen(
            f"{label(url)} holds {what}; the owner of the database runs "
            "`lessonboard team join --create` with its address"
        )


def migrate(url: str) -> int:
    """Make the log, or bring it to the newest step; returns the steps that it had before.

    The table of types is refilled each time: it has those of this program beside its own.

    Raises:
        CannotOpen: the database does not keep text as UTF-8.
        NewerBoard: the log is of a newer format.
    """
    with ours(url), connect(url) as connection, connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        _refuse_other_encodings(connection, url)
        found = found_format(connection)
        if found > FORMAT:
            raise NewerBoard(label(url), found, FORMAT)
        if found == 0:
            begin(connection)
        before = _found_steps(connection)
        for step in migrations()[before:]:
            connection.execute(step.encode())
        steps = (FORMAT, max(before, STEPS))
        connection.execute("UPDATE lessonboard.format SET version = %s, steps = %s", steps)
        _write_types(connection)
    return before


def _found_steps(connection: psycopg.Connection) -> int:
    """The steps of a log; the first one did not count them."""
    asked = (
        "SELECT coalesce((to_jsonb(f) ->> 'steps')::integer, f.version) FROM lessonboard.format f"
    )
    row = connection.execute(asked.encode()).fetchone()
    return int(row[0]) if row else 0


def _write_types(connection: psycopg.Connection) -> None:
    """Store on the server which fields the event types of this program require."""
    rows = [
        (
            *key,
            orjson.dumps({name: _JSON.get(kind, kind) for name, kind in fields.items()}).decode(),
        )
        for key, fields in REQUIRED.items()
    ]
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO lessonboard.types VALUES (%s, %s, %s) "
            "ON CONFLICT (type, schema) DO UPDATE SET required = EXCLUDED.required",
            rows,
        )


def _refuse_other_encodings(connection: psycopg.Connection, url: str) -> None:
    row = connection.execute("SHOW server_encoding").fetchone()
    if row is None or row[0] != "UTF8":
        raise CannotOpen(
            f"{label(url)} keeps text as {row and row[0]}; "
            "recreate its database with `createdb --encoding UTF8 --template template0`"
        )


def begin(connection: psycopg.Connection) -> None:
    """Make the schema, and the roles, which all databases of a server have in common."""
    connection.execute("CREATE SCHEMA lessonboard")
    connection.execute("CREATE TABLE lessonboard.format (version integer NOT NULL)")
    connection.execute("INSERT INTO lessonboard.format VALUES (0)")
    connection.execute("REVOKE ALL ON SCHEMA lessonboard FROM PUBLIC")
    for role in ROLES:
        there = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone()
        if there is None:
            connection.execute(f"CREATE ROLE {role} NOLOGIN".encode())
    connection.execute("GRANT lessonboard_reader TO lessonboard_writer")
    connection.execute("GRANT lessonboard_writer TO lessonboard_forgetter")
