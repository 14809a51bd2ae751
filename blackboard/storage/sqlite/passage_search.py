"""Finding passages: which events hold what is wanted, with all filters inside.

FTS5 says which passages match, newest first. Its bm25() would score every match of every word
before it returned the first, which in a board of a million events takes most of a second, so it is
asked only where the words are rare; what is found is ranked in memory (`search/fit.py`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

from blackboard.actors import role
from blackboard.event import Event
from blackboard.search.grouping import spread
from blackboard.search.passages import FIELDS
from blackboard.search.query import Clause, Query
from blackboard.search.scope import Scope
from blackboard.search.weights import PASSAGE
from blackboard.storage.sqlite.passages import (
    FUTURE,
    agent_term,
    any_of,
    period,
    project_term,
    time_term,
)
from blackboard.storage.sqlite.windows import COLUMNS, newest

MOST_FOUND = 2_000
"""Matches that are found before some are chosen: of common words those of about twenty sessions."""

MOST_SCORED = 1_000
"""Matches of all words together that FTS5 may score: it takes ten microseconds for each."""

_MOST_COUNTED = 1_000
"""Matches of a clause that are counted; the number of others is estimated from their density."""

_MOST_PERIODS = 24
"""Periods of thirty days that are asked for one by one; a longer time is checked event by event."""

_WEIGHTS = ", ".join(str(PASSAGE[field]) for field in FIELDS)


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
        self.counts = {clause: self._count(clause) for clause in query.wanted}

    def holding_all(self, most: int) -> list[int]:
        """The positions of passages that hold every clause that is wanted."""
        return self._chosen(self._query.wanted, " AND ", most)

    def holding_any(self, clauses: Sequence[Clause], most: int) -> list[int]:
        """The positions of passages that hold one of the clauses."""
        return self._chosen(clauses, " OR ", most)

    def events(self, positions: Sequence[int]) -> list[Event]:
        """The events at some positions, in order."""
        marks = ", ".join("?" * len(positions))
        rows = self._connection.execute(
            f"SELECT {COLUMNS} FROM events WHERE position IN ({marks}) ORDER BY position",
            positions,
        )
        return [event for event in newest(rows) if self._has(event)]

    def _chosen(self, clauses: Sequence[Clause], between: str, most: int) -> list[int]:
        """The matches; of too many the best by BM25, or where words are common, newer and older."""
        match = self._in_fields(between.join(clause.match for clause in clauses))
        are_rare = between == " AND " and self._expected(clauses) < MOST_FOUND
        found: list[int] = []
        for source in reversed(self._sources):
            found += self._newest(source, match, MOST_FOUND - len(found), are_rare=are_rare)
        if len(found) <= most:
            return found
        if sum(self.counts[clause] for clause in clauses) > MOST_SCORED:
            return spread(found, most)
        allowed = set(found)
        return [each for each in self._best_first(match) if each in allowed][:most]

    def _expected(self, clauses: Sequence[Clause]) -> float:
        """How many passages would hold all clauses if each were anywhere by chance."""
        total = self._sources[-1].last if self._sources else 0
        return total * prod(self.counts[clause] / max(1, total) for clause in clauses)

    def _newest(self, source: Source, match: str, most: int, *, are_rare: bool) -> list[int]:
        """The newest matches first; where all are expected to be few, all are read, oldest first.

        FTS5 goes forwards a third faster than backwards.
        """
        if are_rare:
            found = self._read(source, match, most + 1, "ASC")
            if len(found) <= most:
                return found[::-1]
        return self._read(source, match, most, "DESC")

    def _read(self, source: Source, match: str, most: int, order: str) -> list[int]:
        table, first, last = source
        conditions = [f"{table} MATCH ?", f"{table}.rowid BETWEEN ? AND ?"]
        parameters: list[Any] = [self._narrowed(match), first, last]
        times = self._times()
        for condition, value in times:
            conditions.append(condition)
            parameters.append(value)
        # CROSS JOIN keeps the index outside, whose order is that of positions: nothing is sorted.
        join = f"CROSS JOIN events e ON e.position = {table}.rowid" if times else ""
        rows = self._connection.execute(
            f"SELECT {table}.rowid FROM {table} {join} WHERE {' AND '.join(conditions)} "
            f"ORDER BY {table}.rowid {order} LIMIT ?",
            (*parameters, most),
        )
        return [row[0] for row in rows]

    def _best_first(self, match: str) -> Iterator[int]:
        """Passages by BM25, whatever the filters: the terms of a scope would be scored too."""
        for table, first, last in self._sources:
            rows = self._connection.execute(
                f"SELECT rowid FROM {table} WHERE {table} MATCH ? AND rowid BETWEEN ? AND ? "
                f"ORDER BY bm25({table}, {_WEIGHTS}, 0.0), rowid DESC",
                (match, first, last),
            )
            yield from (row[0] for row in rows)

    def _count(self, clause: Clause) -> int:
        """About how many passages hold a clause, whatever the filters."""
        total = 0
        for table, first, last in self._sources:
            counted, lowest = self._connection.execute(
                f"SELECT COUNT(*), MIN(rowid) FROM (SELECT rowid FROM {table} "
                f"WHERE {table} MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?)",
                (clause.match, first, last, _MOST_COUNTED),
            ).fetchone()
            is_all = counted < _MOST_COUNTED
            total += counted if is_all else counted * (last - first + 1) // (last - lowest + 1)
        return total

    def _in_fields(self, match: str) -> str:
        fields = self._scope.fields
        return match if fields == FIELDS else f"{{{' '.join(fields)}}} : ({match})"

    def _narrowed(self, match: str) -> str:
        """A match without what is excluded, within the terms of the scope."""
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
