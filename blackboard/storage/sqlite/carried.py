"""A moment of the past out of the views of the present: only what changed since is folded.

Where all events of a row are on one stream and the row says which was the last, rows that no later
event changed are as they were then, and the others are folded from their streams.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from blackboard.storage.sqlite import aliases, refolding, set_aside, tables
from blackboard.storage.sqlite.chunks import marks
from blackboard.storage.sqlite.folding import Fold, is_of_event, savepoint
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.projections import Projections
from blackboard.storage.sqlite.windows import COLUMNS, newest
from blackboard.views import VIEWS
from blackboard.views.files import FILES
from blackboard.views.ties import TIES
from blackboard.views.view import View

CARRIED = tuple(view for view in VIEWS if view.partition and "position" in view.columns)

_CALL = "tool.called"
_OTHERS = [type_ for type_ in TIES.reduce if type_ != _CALL]
_OF_TIES = (
    f"SELECT {COLUMNS} FROM events WHERE payload IS NOT NULL AND position <= ? AND position IN ("
    f"SELECT position FROM events WHERE type IN ({marks(_OTHERS)}) UNION "
    f"SELECT j.value FROM main.{tables.table_name(TIES)}, json_each(calls) j) ORDER BY position"
)
"""The events of ties, without reading all calls for them."""


LATE = (FILES,)
"""Views that take reading the outputs of calls, and that few ask of the past."""


def carry(connection: sqlite3.Connection, past: Projections, until: int) -> None:
    """Fill empty temporary tables with what the file's say of a moment, if they say it.

    What cannot be written as it is is left to folding all.
    """
    if not _are_ahead(connection, until):
        return
    try:
        with savepoint(connection, "carrying"):
            _carry(connection, past, until)
    except Exception as error:
        if not is_of_event(error):
            raise


def fold_late(log: SqliteLog, view: View) -> None:
    """Fold a view of the past that was left for when it is read."""
    if view not in LATE:
        return
    alone = Projections(log.connection, [view], schema="temp.", indexed=False)
    with log.transactions.thread:
        head = log.head()
        if alone.position() < head:
            with savepoint(log.connection, "late"):
                while alone.step(head) < head:
                    pass


def _are_ahead(connection: sqlite3.Connection, until: int) -> bool:
    """Whether the file's tables are of this program's views, and have come as far."""
    rows = connection.execute("SELECT name, version, position FROM main.checkpoints").fetchall()
    found = {name: (version, position) for name, version, position in rows}
    wanted = Projections(connection, VIEWS).checkpoints()
    return all(found.get(name, (None,))[0] == version for name, version in wanted.items()) and all(
        found[f"view:{view.name}"][1] >= until for view in (TIES, *CARRIED)
    )


def _carry(connection: sqlite3.Connection, past: Projections, until: int) -> None:
    _keep_set_aside(connection, until)
    ties = Fold(connection, TIES, "", 0)
    for event in newest(connection.execute(_OF_TIES, (until, *_OTHERS)), ties.refuse):
        ties.take(event)
    past.write([ties])
    past.follow_ties()
    past.save(TIES, until)
    named_otherwise = _named_otherwise(connection, until)
    for view in CARRIED:
        _carry_rows(connection, view, until, named_otherwise)
        past.index_rows(view)
        past.save(view, until)


def _carry_rows(
    connection: sqlite3.Connection, view: View, until: int, named_otherwise: Collection[str]
) -> None:
    """Copy the rows of the streams that nothing changed since, and fold the other streams."""
    name = tables.table_name(view)
    changed = {
        stream
        for stream, position, project in connection.execute(
            f"SELECT {view.partition}, position, project FROM main.{name}"
        )
        if position > until or project in named_otherwise
    }
    columns = ", ".join(f'"{column}"' for column in view.columns)
    place = list(view.columns).index(view.partition)
    rows = connection.execute(f"SELECT {columns} FROM main.{name} ORDER BY rowid").fetchall()
    connection.executemany(
        f"INSERT INTO temp.{name} VALUES ({', '.join('?' * len(view.columns))})",
        (row for row in rows if row[place] not in changed),
    )
    alone = Projections(connection, [view], schema="temp.", indexed=False)
    for stream in sorted(changed):
        refolding.fold_stream(connection, alone, view, stream, until)


def _named_otherwise(connection: sqlite3.Connection, until: int) -> set[str]:
    """The names that rows have now of projects that events until then had under another one."""
    now = aliases.load(connection, schema="main.")
    then = aliases.load(connection)
    differing = {name for name in now.keys() | then.keys() if now.get(name) != then.get(name)}
    if not differing:
        return set()
    recorded = connection.execute(
        "SELECT DISTINCT project FROM events WHERE position <= ?", (until,)
    ).fetchall()
    return {now.get(name, name) for (name,) in recorded if name in differing}


def _keep_set_aside(connection: sqlite3.Connection, until: int) -> None:
    """Keep, of the events that could not be folded until then, what is not folded again."""
    names = [view.name for view in (*CARRIED, *LATE)]
    kept = [
        each
        for each in set_aside.in_file(connection)
        if each.position <= until
        and (each.view in names or (each.view == TIES.name and each.type == _CALL))
    ]
    set_aside.add(connection, kept, "temp.")
