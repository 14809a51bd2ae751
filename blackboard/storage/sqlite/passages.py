"""The index over passages: what was said and done, found by its words.

One contentless FTS5 table whose rowids are the positions of events, so that nothing is kept twice:
text, project and time are read from the event. Beside it is which session each passage is of
(`passage_sessions.py`). It is a projection with checkpoints of its own, and follows the log in
windows, the newest first: what is missing in between is filled by the next search, a worker, or an
import at its end. No other read waits for it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from blackboard.actors import role
from blackboard.event import Event
from blackboard.search.answers import number_of
from blackboard.search.passages import FIELDS, TYPES, passage
from blackboard.search.passages import VERSION as PASSAGES_VERSION
from blackboard.search.ranking import column
from blackboard.search.words import VERSION as WORDS_VERSION
from blackboard.storage.sqlite import passage_sessions
from blackboard.storage.sqlite.windows import Window, events_between

FORMAT = WORDS_VERSION * 10_000 + PASSAGES_VERSION * 100 + 2

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
_GAP = f"{_CHECKPOINT}:"
"""The beginning of the name of a checkpoint at the end of a gap; after it comes the gap's start."""


class Gap(NamedTuple):
    """Positions that are not indexed: after `start`, up to `end`."""

    start: int
    end: int


class PassageIndex:
    """The index in a board's file; the caller holds the transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def create(self) -> None:
        """Make the empty index, at position 0."""
        self.drop()
        create_table(self._connection, "main", TABLE)
        self._save(_CHECKPOINT, 0)

    def drop(self) -> None:
        """Remove the index and its checkpoints."""
        drop_table(self._connection, f"main.{TABLE}")
        self._connection.executemany(
            "DELETE FROM main.checkpoints WHERE name = ?", [(each,) for each in self.checkpoints()]
        )

    def checkpoints(self) -> list[str]:
        """The names of its checkpoints: how far it has come, and one for each gap."""
        rows = self._connection.execute(
            "SELECT name FROM main.checkpoints WHERE name = ? OR name GLOB ?",
            (_CHECKPOINT, f"{_GAP}*"),
        )
        return [row[0] for row in rows]

    def position(self) -> int | None:
        """How far it has come; None when it is not there in the format of this program."""
        row = self._connection.execute(
            "SELECT position FROM main.checkpoints WHERE name = ? AND version = ?",
            (_CHECKPOINT, FORMAT),
        ).fetchone()
        return row[0] if row else None

    def gaps(self, until: int) -> list[Gap]:
        """What is not indexed of the log up to a position, in order; the last may end after it."""
        rows = self._connection.execute(
            "SELECT CAST(SUBSTR(name, ?) AS INTEGER), position FROM main.checkpoints "
            "WHERE name GLOB ? ORDER BY position",
            (len(_GAP) + 1, f"{_GAP}*"),
        )
        reached = self.position()
        before = [] if reached is None else [Gap._make(row) for row in rows]
        found = [*before, Gap(reached or 0, until)]
        return [each for each in found if each.start < min(each.end, until)]

    def step(self, until: int) -> int:
        """Index the newest window that is missing; returns how many positions still are.

        An index that was never made, or that another process dropped, is made.
        """
        if self.position() is None:
            self.create()
        gaps = self.gaps(until)
        if not gaps:
            return 0
        newest = gaps.pop()
        left = Gap(newest.start, max(newest.start, newest.end - WINDOW))
        insert(self._connection, f"main.{TABLE}", left.end, newest.end)
        self._save(_CHECKPOINT, max(until, self.position() or 0))
        self._save_gap(left)
        return missing([*gaps, left])

    def _save_gap(self, gap: Gap) -> None:
        name = f"{_GAP}{gap.start}"
        if gap.start < gap.end:
            self._save(name, gap.end)
        else:
            self._connection.execute("DELETE FROM main.checkpoints WHERE name = ?", (name,))

    def _save(self, name: str, position: int) -> None:
        self._connection.execute(
            "REPLACE INTO main.checkpoints (name, version, position) VALUES (?, ?, ?)",
            (name, FORMAT, position),
        )


def missing(gaps: Iterable[Gap]) -> int:
    """How many positions some gaps have."""
    return sum(gap.end - gap.start for gap in gaps)


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
    passage_sessions.create(connection, f"{schema}.{table}")


def drop_table(connection: sqlite3.Connection, table: str) -> None:
    """Remove an index with what is beside it."""
    connection.execute(f"DROP TABLE IF EXISTS {table}")
    passage_sessions.drop(connection, table)


def insert(connection: sqlite3.Connection, table: str, start: int, end: int) -> None:
    """Index the passages of the events after a position, up to another one."""
    names = ", ".join((*FIELDS, "scope"))
    marks = ", ".join("?" * (len(FIELDS) + 2))
    members: list[passage_sessions.Member] = []
    rows = _rows(events_between(connection, TYPES, Window(start, end)), members)
    connection.executemany(f"INSERT INTO {table} (rowid, {names}) VALUES ({marks})", rows)
    passage_sessions.add(connection, table, members)


def _rows(
    events: Iterable[Event], members: list[passage_sessions.Member]
) -> Iterator[tuple[object, ...]]:
    """The rows of the events that have text; each is noted among the members."""
    for event in events:
        row = _row(event)
        if row:
            members.append(passage_sessions.member_of(event))
            yield row


def rows_of(events: Iterable[Event]) -> list[tuple[Any, ...]]:
    """What the index has of events: position, and a text for each of `FIELDS` and the scope."""
    return [row for row in map(_row, events) if row]


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
    return f"_p{number_of(project or '')}"


def agent_term(agent: str) -> str:
    """What an agent's passages have there."""
    return f"_a{number_of(agent)}"


def time_term(period: int) -> str:
    """What the passages of a period have there."""
    return f"_t{period}"


def period(micros: int) -> int:
    """The period, of thirty days, in which a time in microseconds falls."""
    return max(0, micros // _PERIOD)


def any_of(terms: Iterable[str]) -> str:
    """An FTS5 expression that matches any of the terms; nothing has none."""
    return f"({' OR '.join(terms) or '_'})"
