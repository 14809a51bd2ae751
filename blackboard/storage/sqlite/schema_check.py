"""Whether the tables and triggers of the log are those that this program made."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

from blackboard.storage.sqlite.migrations import create_log

_OBJECTS = (
    "SELECT type, name, sql FROM sqlite_master "
    "WHERE sql IS NOT NULL AND (tbl_name = 'events' OR type = 'trigger')"
)


def problems(connection: sqlite3.Connection) -> Iterator[str]:
    """What is missing, changed, or a trigger that the product did not make.

    The log is append-only because of its triggers: without one it can be changed without a trace
    in the digests of later events, and an additional one can change what is written.
    """
    with closing(sqlite3.connect(":memory:")) as fresh:
        create_log(fresh)
        expected = {(kind, name): sql for kind, name, sql in fresh.execute(_OBJECTS)}
    found = {(kind, name): sql for kind, name, sql in connection.execute(_OBJECTS)}
    for (kind, name), sql in expected.items():
        if (kind, name) not in found:
            yield f"the {kind} {name} of the log is missing"
        elif found[kind, name] != sql:
            yield f"the {kind} {name} of the log was changed"
    for kind, name in found.keys() - expected.keys():
        if kind == "trigger":
            yield f"the trigger {name} is not one of this program's"
