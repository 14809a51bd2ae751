"""Connections to PostgreSQL, and the one place where its errors become ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors as pg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from blackboard.errors import (
    BoardBusy,
    BoardError,
    BoardFull,
    CannotOpen,
    InvalidEvent,
    LogUnreachable,
    NotAllowed,
    OverQuota,
)

_CONNECT_SECONDS = 4
"""How long a server may take to answer at all before it counts as out of reach."""

_MISREAD = re.compile(r"[a-z]+://[^:/@?#]*:[^@/]*[@/][^?]*@")
_REFUSED = re.compile("authentication failed|no password supplied|pg_hba|does not exist")
_SHOWN = ("user", "host", "port", "dbname")


def connect(url: str) -> psycopg.Connection:
    """A connection that commits each statement unless a transaction is under way.

    No statement is prepared and nothing is set for the session, so that it may come from a pool
    that gives each transaction another connection, such as PgBouncer's.

    Args:
        url: `postgresql://...` or any other string that libpq takes, TLS options included.

    Raises:
        CannotOpen: it is no address, or one that libpq would read otherwise than it was meant.
    """
    if _MISREAD.match(url):  # libpq would take a part of the password for the host, and show it
        raise CannotOpen("the password in the database's address has @ or /: write %40 and %2F")
    try:
        conninfo = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise CannotOpen(f"could not read the database's address: {_line(error, url)}") from error
    given = {name: str(value) for name, value in conninfo.items() if value is not None}
    given.setdefault("connect_timeout", str(_CONNECT_SECONDS))
    given.setdefault("application_name", "lessonboard")
    for name, value in (("keepalives_idle", "10"), ("keepalives_interval", "5"),
                        ("keepalives_count", "3")):  # fmt: skip
        given.setdefault(name, value)
    return psycopg.connect(make_conninfo(**given), autocommit=True, prepare_threshold=None)


def label(url: str) -> str:
    """The address without password and options, as it may be shown.

    >>> label("postgresql://anna:secret@db.example/board?sslmode=require")
    'postgresql://anna@db.example/board'
    """
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        return "postgresql://..."
    user, host, port, name = (str(given.get(each) or "") for each in _SHOWN)
    return f"postgresql://{user and user + '@'}{host}{port and ':' + port}/{name}"


@contextmanager
def ours(url: str) -> Iterator[None]:
    """Turn errors of PostgreSQL into those of this package.

    Raises:
        CannotOpen: the server does not let the user in.
        LogUnreachable: the server is not there, or went away.
        NotAllowed: the user may not do this.
        OverQuota: the user appended more than is allowed.
        InvalidEvent: the server refuses an event.
        BoardBusy: others held the log for longer than was to be waited.
        BoardFull: the server's disk is full.
    """
    try:
        yield
    except psycopg.Error as error:
        raise _translated(error, url) from error


def _translated(error: psycopg.Error, url: str) -> BoardError:
    place, said = label(url), _line(error, url)
    match error:
        case pg.DiskFull():
            return BoardFull(place)
        case pg.LockNotAvailable() | pg.QueryCanceled():
            return BoardBusy(f"others held the log at {place} for too long; run it again")
        case pg.InsufficientPrivilege() | pg.ReadOnlySqlTransaction():
            return NotAllowed(place, said)
        case pg.ProgramLimitExceeded():
            return InvalidEvent(f"a name is too long for the log at {place}: {said}")
        case pg.StatementTooComplex() | psycopg.DataError():
            return InvalidEvent(f"the log at {place} cannot hold a value of an event: {said}")
        case psycopg.OperationalError() if _REFUSED.search(str(error)):
            return CannotOpen(f"could not log in to {place}: {said}")
        case psycopg.OperationalError() | psycopg.InterfaceError():
            return LogUnreachable(place, said)
    ours_by_code = {"LB002": InvalidEvent(said), "LB003": OverQuota(place, said),
                    "LB004": NotAllowed(place, said)}  # fmt: skip
    return ours_by_code.get(error.sqlstate or "") or BoardError(
        f"the log at {place} refused: {said}"
    )


def _line(error: psycopg.Error, url: str) -> str:
    """The first line of what PostgreSQL says, without the password even if it repeats it."""
    said = (error.diag.message_primary or str(error)).strip().split("\n")[0]
    try:
        password = conninfo_to_dict(url).get("password")
    except psycopg.ProgrammingError:
        return "it is no address that libpq understands"
    return said.replace(str(password), "[secret]") if password else said
