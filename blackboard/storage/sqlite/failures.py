"""Finding failures: by their signature, by the rare words of their error, by what followed them."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from blackboard.citations import payload_in
from blackboard.event import Event
from blackboard.events.upcast import readable
from blackboard.search.postings import rarity
from blackboard.search.words import words
from blackboard.storage.sqlite import tables
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.tail import COLUMNS
from blackboard.views.failures import FAILURES
from blackboard.views.view import Row

_MOST_COUNTED = 2_000
"""Matches of a word beyond which it is too common to look for failures by."""

_MOST_RANKED = 3_000
"""Matches that FTS5 may rank; about ten milliseconds with the rows joined."""

_FEWEST_FAILURES = 1_000
"""On a smaller board a word that was never seen would outweigh all those that were."""

_SIGHTING = "id, signature, session, project, position, occurred_at"
_OCCURRENCE = "id, session, project, signature, error, kind, target, occurred_at"
_TABLE = tables.table_name(FAILURES)


class Sighting(NamedTuple):
    """Where and when a failure was seen."""

    id: str
    signature: str
    session: str
    project: str | None
    position: int
    occurred_at: int


class Occurrence(NamedTuple):
    """One failure with what it is known by; `signature` is None where it said nothing particular.

    `kind` and `target` are of the call, `error` is the most informative line.
    """

    id: str
    session: str
    project: str | None
    signature: str | None
    error: str
    kind: str
    target: str
    occurred_at: int


class Alike(NamedTuple):
    """A failure that shares words with an error, and the share of the error's weight in them."""

    row: Row
    share: float


class FailureReader:
    """The failures of one file; nothing here brings their view up to date."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file
        self._connection = file.connection

    def sightings(
        self, signatures: Collection[str], projects: Sequence[str] | None, limit: int
    ) -> list[Sighting]:
        """The failures that are known by one of these signatures, newest first."""
        where: dict[str, Any] = {} if projects is None else {"project": projects}
        condition, parameters = tables.condition(FAILURES, where)
        known = list(signatures)
        with self._file.reading():
            rows = self._connection.execute(
                f"SELECT {_SIGHTING} FROM {_TABLE} WHERE id IN ("
                "SELECT d.key FROM moments m JOIN documents d ON d.id = m.document "
                f"AND d.view = '{FAILURES.name}' "
                f"WHERE m.kind = 'failure' AND m.value IN ({', '.join('?' * len(known))})) "
                f"AND {condition} ORDER BY occurred_at DESC LIMIT ?",
                (*known, *parameters, limit),
            )
            return list(map(Sighting._make, rows))

    def occurrences(self, projects: Sequence[str] | None, limit: int) -> list[Occurrence]:
        """The newest failures of a project's names, or of no project, newest first."""
        condition, parameters = tables.condition(FAILURES, {"project": projects})
        with self._file.reading():
            rows = self._connection.execute(
                f"SELECT {_OCCURRENCE} FROM {_TABLE} WHERE {condition} "
                "ORDER BY occurred_at DESC LIMIT ?",
                (*parameters, limit),
            )
            return list(map(Occurrence._make, rows))

    def rows_of(self, ids: Sequence[str]) -> list[Row]:
        """The failures of these ids, newest first."""
        with self._file.reading():
            return tables.select(self._connection, FAILURES, {"id": ids}, "-occurred_at", None)

    def holding(
        self, texts: Sequence[str], projects: Sequence[str] | None, limit: int
    ) -> list[Sighting]:
        """The newest failures whose calls contain one of some texts exactly, newest first.

        It reads the calls of all failures; it is for texts that no signature knows.
        """
        condition, parameters = tables.condition(
            FAILURES, {} if projects is None else {"project": projects}, "v."
        )
        has_text = " OR ".join("instr(e.payload, ?) > 0" for _ in texts)
        written = [orjson.dumps(text).decode()[1:-1] for text in texts]
        columns = ", ".join(f"v.{name}" for name in Sighting._fields)
        with self._file.reading():
            rows = self._connection.execute(
                f"SELECT {columns} FROM {_TABLE} v JOIN events e ON e.id = v.id "
                f"WHERE ({has_text}) AND {condition} ORDER BY v.occurred_at DESC LIMIT ?",
                (*written, *parameters, limit),
            )
            return list(map(Sighting._make, rows))

    def outputs(self, ids: Sequence[str]) -> dict[str, str]:
        """What the calls of these failures printed, as far as it was recorded, by their ids."""
        marks = ", ".join("?" * len(ids))
        with self._file.reading():
            rows = self._connection.execute(
                f"SELECT id, payload FROM events WHERE id IN ({marks})", tuple(ids)
            ).fetchall()
        return {key: (payload_in(payload) or {}).get("output", "") for key, payload in rows}

    def latest(self, project: str | None) -> Row | None:
        """The newest failure that said what went wrong."""
        with self._file.reading():
            row = self._connection.execute(
                f"SELECT * FROM {_TABLE} WHERE signature IS NOT NULL "
                "AND (?1 IS NULL OR project = ?1) ORDER BY occurred_at DESC LIMIT 1",
                (project,),
            ).fetchone()
        return None if row is None else tables.decode(FAILURES, row)

    def from_on(self, row: Row, limit: int) -> Iterator[Event]:
        """The failed call and the events after it in its session, each decoded when it is asked."""
        with self._file.reading():
            found = self._connection.execute(
                f"SELECT {COLUMNS} FROM events WHERE stream = ? AND version >= ? "
                "ORDER BY version LIMIT ?",
                (row["stream"], row["version"], limit + 1),
            ).fetchall()
        return (
            Event._make(
                (*values[:12], readable(values[4], values[5], payload_in(values[12])), *values[13:])
            )
            for values in found
        )

    def alike(
        self, wanted: Collection[str], projects: Sequence[str] | None, limit: int
    ) -> list[Alike]:
        """The failures that share the rarest of some words, those with most of them first."""
        with self._file.reading():
            counts = {word: _count(self._connection, word) for word in wanted}
            weights = self._weights(counts)
            chosen = _rarest(counts)
            if not chosen:
                return []
            match = " OR ".join(f'"{word}"' for word in chosen)
            rows = _ranked(self._connection, match, projects, limit)
        found = [Alike(row, _share(row, weights)) for row in rows]
        return sorted(found, key=lambda each: (-each.share, -each.row["occurred_at"]))

    def _weights(self, counts: dict[str, int]) -> dict[str, float]:
        """The weight of each word, by how rare it is."""
        total = self._connection.execute(
            f"SELECT COUNT(*) FROM fts_{FAILURES.name}_docsize"
        ).fetchone()[0]
        return {word: rarity(count, max(total, _FEWEST_FAILURES)) for word, count in counts.items()}


def _rarest(counts: dict[str, int]) -> list[str]:
    """As many of the rarer words as FTS5 can rank in time."""
    budget = _MOST_RANKED
    chosen: list[str] = []
    for word in sorted(counts, key=lambda word: (counts[word], word)):
        budget -= counts[word]
        if counts[word] and (budget >= 0 or not chosen):
            chosen.append(word)
    return chosen


def _ranked(
    connection: sqlite3.Connection, match: str, projects: Sequence[str] | None, limit: int
) -> list[Row]:
    condition, parameters = tables.condition(
        FAILURES, {} if projects is None else {"project": projects}, "v."
    )
    fts = f"fts_{FAILURES.name}"
    rows = connection.execute(
        f"SELECT v.* FROM {fts} JOIN documents d ON d.id = {fts}.rowid "
        f"AND d.view = '{FAILURES.name}' JOIN {_TABLE} v ON v.id = d.key "
        f"WHERE {fts} MATCH ? AND {condition} ORDER BY bm25({fts}), {fts}.rowid DESC LIMIT ?",
        (match, *parameters, limit),
    )
    return [tables.decode(FAILURES, row) for row in rows]


def _count(connection: sqlite3.Connection, word: str) -> int:
    row = connection.execute(
        f"SELECT COUNT(*) FROM (SELECT 1 FROM fts_{FAILURES.name} "
        f"WHERE fts_{FAILURES.name} MATCH ? LIMIT {_MOST_COUNTED + 1})",
        (f'"{word}"',),
    ).fetchone()
    count: int = row[0]
    return count


def _share(row: Row, weights: dict[str, float]) -> float:
    held = set(words("\n".join(row["lines"])))
    whole = sum(weights.values())
    return sum(weight for word, weight in weights.items() if word in held) / whole if whole else 0.0
