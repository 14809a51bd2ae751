"""The index over passages: what was said and done, found by its words.

One contentless FTS5 table whose rowids are the positions of events, so that nothing is kept twice:
text, project and time are read from the event. It is a projection with its own checkpoint, caught
up by who searches and by an import at its end; no other read waits for it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from zlib import crc32

from blackboard.actors import role
from blackboard.event import Event
from blackboard.search.passages import FIELDS, TYPES, passage
from blackboard.search.passages import VERSION as PASSAGES_VERSION
from blackboard.search.ranking import column
from blackboard.search.words import VERSION as WORDS_VERSION
from blackboard.storage.sqlite.windows import Window, events_between

FORMAT = WORDS_VERSION * 10_000 + PASSAGES_VERSION * 100 + 1

WINDOW = 1_000
"""Positions indexed in one transaction: others wait for the write lock no longer than that."""

TABLE = "fts_passages"
FUTURE = "_tf"
"""What passages have in the column `scope` that are dated later than they were recorded."""

_SEGMENTS = 8
"""Segments of one level that FTS5 merges into one: with twice its default it writes a third less,
and finds as quickly."""

_PERIOD = 30 * 86_400_000_000
_CHECKPOINT = "view:passages"


class PassageIndex:
    """The index in a board's file; the caller holds the transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def create(self) -> None:
        """Make the empty index, at position 0."""
        self.drop()
        create_table(self._connection, "main", TABLE)
        self._save(0)

    def drop(self) -> None:
        """Remove the index and its checkpoint."""
        self._connection.execute(f"DROP TABLE IF EXISTS main.{TABLE}")
        self._connection.execute("DELETE FROM main.checkpoints WHERE name = ?", (_CHECKPOINT,))

    def position(self) -> int | None:
        """How far it has come; None when it is not there in the format of this program."""
        row = self._connection.execute(
            "SELECT position FROM main.checkpoints WHERE name = ? AND version = ?",
            (_CHECKPOINT, FORMAT),
        ).fetchone()
        return row[0] if row else None

    def step(self, until: int) -> int:
        """Index one window of the log and return the position reached.

        An index that was never made, or that another process dropped, is made.
        """
        start = self.position()
        if start is None:
            self.create()
            start = 0
        end = max(start, min(start + WINDOW, until))
        insert(self._connection, f"main.{TABLE}", start, end)
        self._save(end)
        return end

    def _save(self, position: int) -> None:
        self._connection.execute(
            "REPLACE INTO main.checkpoints (name, version, position) VALUES (?, ?, ?)",
            (_CHECKPOINT, FORMAT, position),
        )


def create_table(connection: sqlite3.Connection, schema: str, table: str) -> None:
    """Make an empty index; `schema` is main or temp.

    Words are made in Python as everywhere (`search/words.py`), so the tokenizer has nothing to do
    but to split them at spaces.
    """
    connection.execute(
        f"CREATE VIRTUAL TABLE {schema}.{table} USING fts5({', '.join(FIELDS)}, scope, "
        "content='', tokenize='ascii tokenchars _')"
    )
    connection.execute(
        f"INSERT INTO {schema}.{table} ({table}, rank) VALUES ('automerge', {_SEGMENTS})"
    )


def insert(connection: sqlite3.Connection, table: str, start: int, end: int) -> None:
    """Index the passages of the events after a position, up to another one."""
    names = ", ".join((*FIELDS, "scope"))
    marks = ", ".join("?" * (len(FIELDS) + 2))
    rows = (_row(event) for event in events_between(connection, TYPES, Window(start, end)))
    connection.executemany(
        f"INSERT INTO {table} (rowid, {names}) VALUES ({marks})", (row for row in rows if row)
    )


def _row(event: Event) -> tuple[object, ...] | None:
    texts = passage(event.type, event.payload or {})
    if not any(texts):
        return None
    is_future = event.occurred_at > event.recorded_at
    time = FUTURE if is_future else time_term(period(event.occurred_at))
    scope = f"{project_term(event.project)} {agent_term(role(event.actor))} {time}"
    return (event.position, *(column(text) if text else "" for text in texts), scope)


def project_term(project: str | None) -> str:
    """What a project's passages have in the column `scope`; no word begins with an underscore."""
    return f"_p{crc32((project or '').encode())}"


def agent_term(agent: str) -> str:
    """What an agent's passages have there."""
    return f"_a{crc32(agent.encode())}"


def time_term(period: int) -> str:
    """What the passages of a period have there."""
    return f"_t{period}"


def period(micros: int) -> int:
    """The period, of thirty days, in which a time in microseconds falls."""
    return max(0, micros // _PERIOD)


def any_of(terms: Iterable[str]) -> str:
    """An FTS5 expression that matches any of the terms; nothing has none."""
    return f"({' OR '.join(terms) or '_'})"
