"""Finding passages: which of them hold each clause of a query, with all filters inside.

FTS5 says which passages match. Its bm25() would score every match of every word before it returned
the first, and knows nothing of sessions; so each clause is asked for by itself, the rarest first,
and what the passages that hold it say of their sessions is counted in memory (`search/counted.py`).
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from blackboard.actors import role
from blackboard.event import Event
from blackboard.search.answers import number_of
from blackboard.search.counted import Counted, Match
from blackboard.search.passages import FIELDS
from blackboard.search.query import Clause, Query
from blackboard.search.scope import Scope
from blackboard.storage.sqlite import passage_sessions
from blackboard.storage.sqlite.chunks import marks
from blackboard.storage.sqlite.passages import (
    FUTURE,
    agent_term,
    any_of,
    period,
    project_term,
    time_term,
)
from blackboard.storage.sqlite.windows import COLUMNS, newest

MOST_READ = 10_000
"""Matches that are read for a query, in about ten milliseconds: all of its rarer clauses, and of
what is left the newest."""

_MOST_DATED = 2_000
"""As many where each event's time is looked at."""

_MOST_PERIODS = 24
"""Periods of thirty days that are asked for one by one; a longer time is checked event by event."""


class Source(NamedTuple):
    """A table of passages, and between which positions it may be read, both included."""

    table: str
    first: int
    last: int


class PassageSearch:
    """One search as it runs; the sources are in the order of positions."""

    def __init__(
        self, connection: sqlite3.Connection, sources: Sequence[Source], scope: Scope, query: Query
    ) -> None:
        self._connection = connection
        self._sources = sources
        self._scope = scope
        self._query = query

    def counted(self, most: int) -> Counted:
        """The passages that hold each clause; of those that hold every one at least `most`."""
        budget = _MOST_DATED if self._times() else MOST_READ
        counts = {clause: self._count(clause.match, budget) for clause in self._query.wanted}
        matches: dict[Clause, list[Match]] = {}
        for clause in sorted(counts, key=lambda each: counts[each]):
            share = budget // (len(counts) - len(matches))
            matches[clause] = self._read(clause.match, min(counts[clause], share))
            budget -= len(matches[clause])
        if len(counts) > 1 and any(len(matches[each]) < count for each, count in counts.items()):
            every = self._read(" AND ".join(each.match for each in counts), most)
            matches = {each: [*found, *set(every).difference(found)]
                       for each, found in matches.items()}  # fmt: skip
        return Counted({each: matches[each] for each in counts}, counts, self._passages())

    def events(self, positions: Sequence[int]) -> list[Event]:
        """The events at some positions, in order."""
        marks = ", ".join("?" * len(positions))
        rows = self._connection.execute(
            f"SELECT {COLUMNS} FROM events WHERE position IN ({marks}) ORDER BY position",
            positions,
        )
        return [event for event in newest(rows) if self._has(event)]

    def _count(self, match: str, most: int) -> int:
        """How many passages of the scope match, whatever their times; at least so many."""
        return sum(
            self._connection.execute(
                f"SELECT COUNT(*) FROM (SELECT rowid FROM {table} "
                f"WHERE {table} MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)",
                (self._narrowed(match), first, last, most),
            ).fetchone()[0]
            for table, first, last in self._sources
        )

    def _read(self, match: str, most: int) -> list[Match]:
        """The newest passages that match."""
        found: list[Match] = []
        for source in reversed(self._sources):
            if len(found) < most:
                found += self._read_from(source, match, most - len(found))
        return found

    def _read_from(self, source: Source, match: str, most: int) -> list[Match]:
        table, first, last = source
        sessions, _ = passage_sessions.names(table)
        conditions = [f"{table} MATCH ?", f"{table}.rowid BETWEEN ? AND ?"]
        parameters: list[Any] = [self._narrowed(match), first, last]
        times = self._times()
        for condition, value in times:
            conditions.append(condition)
            parameters.append(value)
        # CROSS JOIN keeps the index outside, whose order is that of positions: nothing is sorted.
        join = f"CROSS JOIN events e ON e.position = {table}.rowid" if times else ""
        return self._connection.execute(
            f"SELECT s.position, s.session FROM {table} "
            f"CROSS JOIN {sessions} s ON s.position = {table}.rowid {join} "
            f"WHERE {' AND '.join(conditions)} ORDER BY {table}.rowid DESC LIMIT ?",
            (*parameters, most),
        ).fetchall()

    def _passages(self) -> Counter[int]:
        """How many passages each session of the projects has."""
        projects = self._scope.projects
        numbers = [number_of(each) for each in projects or ()]
        where = "" if projects is None else f"WHERE project IN ({marks(numbers)})"
        found = Counter[int]()
        for table in {source.table for source in self._sources}:
            _, totals = passage_sessions.names(table)
            rows = self._connection.execute(
                f"SELECT session, passages FROM {totals} {where}", numbers
            )
            found.update(dict(rows.fetchall()))
        return found

    def _in_fields(self, match: str) -> str:
        fields = self._scope.fields
        return match if fields in ((), FIELDS) else f"{{{' '.join(fields)}}} : ({match})"

    def _narrowed(self, match: str) -> str:
        """A match in the fields of the scope, without what is excluded, within its terms."""
        match = self._in_fields(match)
        excluded = " OR ".join(clause.match for clause in self._query.excluded)
        match = f"({match}) NOT ({excluded})" if excluded else match
        return " AND ".join([f"({match})", *self._terms()])

    def _terms(self) -> Iterator[str]:
        scope = self._scope
        if scope.projects is not None:
            yield any_of(map(project_term, scope.projects))
        if scope.agent is not None:
            yield agent_term(scope.agent)
        if scope.since is not None:
            until = self._now() if scope.until is None else scope.until
            periods = range(period(scope.since), period(until) + 1)
            if len(periods) <= _MOST_PERIODS:
                yield any_of([*map(time_term, periods), FUTURE])

    def _now(self) -> int:
        """When the last event was recorded; what happened later is indexed as the future."""
        row = self._connection.execute(
            "SELECT MAX(recorded_at) FROM events WHERE position = ?", (self._sources[-1].last,)
        ).fetchone()
        return row[0] or 0

    def _times(self) -> list[tuple[str, int]]:
        """Conditions on events: periods are longer than the times that are asked for."""
        since, until = self._scope.since, self._scope.until
        given = (("e.occurred_at >= ?", since), ("e.occurred_at <= ?", until))
        return [(condition, value) for condition, value in given if value is not None]

    def _has(self, event: Event) -> bool:
        """Whether an event is in the scope: two projects may have the same term."""
        projects, agent = self._scope.projects, self._scope.agent
        return (projects is None or event.project in projects) and agent in (
            None,
            role(event.actor),
        )
