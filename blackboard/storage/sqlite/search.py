"""Searching one view: FTS5 ranks where matches are few, and finds the newest where they are many.

FTS5's bm25() visits every row of every word of a query before it returns the first result: at a
million documents a common word costs a third of a second. So matches are counted first, up to a
limit; only within it does FTS5 rank, beyond it the newest matches are ranked in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from blackboard.errors import UnknownView
from blackboard.search import ranking
from blackboard.search.postings import rarity
from blackboard.search.query import Clause, Query
from blackboard.search.weights import HEAD, MIDDLE, REST
from blackboard.storage.sqlite import tables
from blackboard.views import is_ours
from blackboard.views.view import Row, View

MOST_RANKED = 25_000
"""Matches that FTS5 may rank: five to ten milliseconds, what ranking in memory takes."""

_NEWEST = 100
"""Matches ranked in memory when there are too many for FTS5."""

_STALE = 20
"""Matches asked for beyond the limit, since some may be of documents that were replaced."""

_FEW = 5
"""With fewer hits than this, rows that hold only some of the words are looked for too."""

_MOST_OF_SOME = 1_000
"""Matches that FTS5 may rank for those."""


class Hit(NamedTuple):
    """A row that was found, and how well it fits; higher is better."""

    row: Row
    score: float


class _Search(NamedTuple):
    """One search as it runs: where, for what, and which rows are allowed."""

    connection: sqlite3.Connection
    view: View
    condition: str
    parameters: Sequence[Any]
    limit: int

    @property
    def fts(self) -> str:
        return f"fts_{self.view.name}"

    @property
    def source(self) -> str:
        """The join of index, documents and rows, with the filters inside."""
        return (
            f"{self.fts} JOIN documents d "
            f"ON d.id = {self.fts}.rowid AND d.view = '{self.view.name}' "
            f'JOIN {tables.table_name(self.view)} v ON v."{self.view.key}" = d.key '
            f"WHERE {self.fts} MATCH ? AND {self.condition}"
        )


def search(
    connection: sqlite3.Connection,
    view: View,
    query: Query,
    where: Mapping[str, Any],
    limit: int,
    *,
    wholly: bool = False,
) -> list[Hit]:
    """The best rows that hold all that is wanted, then unless `wholly` those that hold some of it.

    Raises:
        UnknownView: the view offers no documents.
        UnknownColumn: a filter names no column of the view.
    """
    if view.document is None or not is_ours(view):
        raise UnknownView(f"the {view.name} cannot be searched: they have no index")
    condition, parameters = tables.condition(view, where, "v.")
    run = _Search(connection, view, condition, parameters, limit)
    if not query.wanted:
        return _newest(run, query)
    counts = _counts(run, query.wanted)
    hits = _ranked(run, _all_of(query.wanted, query), counts)
    if not wholly and len(hits) < min(limit, _FEW) and len(query.wanted) > 1:
        hits += _some(run, query, counts, {hit.row[view.key] for hit in hits})
    return hits[:limit]


def _newest(run: _Search, query: Query) -> list[Hit]:
    """Nothing is wanted in particular: the newest rows without what is excluded."""
    order = run.view.indexes[-1] if run.view.indexes else run.view.key
    excluded = ""
    matches = [clause.match for clause in query.excluded]
    if matches:
        excluded = (
            f'AND v."{run.view.key}" NOT IN (SELECT d.key FROM {run.fts} '
            f"JOIN documents d ON d.id = {run.fts}.rowid WHERE {run.fts} MATCH ?)"
        )
    rows = run.connection.execute(
        f"SELECT v.* FROM {tables.table_name(run.view)} v WHERE {run.condition} {excluded} "
        f'ORDER BY v."{order}" DESC LIMIT ?',
        (*run.parameters, *([" OR ".join(matches)] if matches else []), run.limit),
    )
    return [Hit(tables.decode(run.view, row), 0.0) for row in rows]


def _some(run: _Search, query: Query, counts: dict[Clause, int], found: set[Any]) -> list[Hit]:
    """Rows that hold any of the rarer clauses, as many clauses as FTS5 can rank in time."""
    budget = _MOST_OF_SOME
    chosen: list[Clause] = []
    for clause in sorted(query.wanted, key=lambda clause: counts[clause]):
        budget -= counts[clause]
        if counts[clause] and (budget >= 0 or not chosen):
            chosen.append(clause)
    if not chosen:
        return []
    match = _without(" OR ".join(clause.match for clause in chosen), query)
    hits = _ranked(run._replace(limit=run.limit + len(found)), match, counts, chosen)
    return [hit for hit in hits if hit.row[run.view.key] not in found]


def _ranked(
    run: _Search, match: str, counts: dict[Clause, int], clauses: Sequence[Clause] = ()
) -> list[Hit]:
    wanted = clauses or tuple(counts)
    if sum(counts[clause] for clause in wanted) <= MOST_RANKED:
        return _ranked_by_fts(run, match)
    return _ranked_in_memory(run, match, {clause: counts[clause] for clause in wanted})


def _ranked_by_fts(run: _Search, match: str) -> list[Hit]:
    """Ranked by BM25; without filters the rows are joined only once the best are known.

    Where documents that were replaced took too many of the places, the rows are joined first.
    """
    if not run.parameters:
        hits, looked_at = _hits(run, f"{run.fts} WHERE {run.fts} MATCH ?", (match,))
        if len(hits) == run.limit or looked_at < run.limit + _STALE:
            return hits
    return _hits(run, run.source, (match, *run.parameters))[0]


def _hits(run: _Search, source: str, parameters: Sequence[Any]) -> tuple[list[Hit], int]:
    """The best matches, and how many were looked at: some may have been replaced.

    Rows come in the order of the ranking, as the left side of a join does, and those beyond the
    limit are not read. The unary plus keeps SQLite on the numbers: by the view it would read all
    documents.
    """
    rows = run.connection.execute(
        f"SELECT hit.score, v.* FROM (SELECT {run.fts}.rowid AS number, "
        f"-bm25({run.fts}, {HEAD}, {MIDDLE}, {REST}) AS score FROM {source} "
        "ORDER BY score DESC, number DESC LIMIT ?) hit "
        "LEFT JOIN documents d ON d.id = hit.number AND +d.view = ? "
        f'LEFT JOIN {tables.table_name(run.view)} v ON v."{run.view.key}" = d.key',
        (*parameters, run.limit + _STALE, run.view.name),
    )
    hits: list[Hit] = []
    looked_at = 0
    for score, *row in rows:
        looked_at += 1
        if row[0] is not None:  # the key is the first column
            hits.append(Hit(tables.decode(run.view, row), score))
        if len(hits) == run.limit:
            break
    rows.close()
    return hits, looked_at


def _ranked_in_memory(run: _Search, match: str, counts: dict[Clause, int]) -> list[Hit]:
    total = run.connection.execute("SELECT MAX(id) FROM documents").fetchone()[0] or 0
    weights = {
        word: rarity(count, total) for clause, count in counts.items() for word in clause.words
    }
    rows = run.connection.execute(
        f"SELECT v.* FROM {run.source} ORDER BY {run.fts}.rowid DESC LIMIT ?",
        (match, *run.parameters, max(_NEWEST, run.limit)),
    )
    hits = []
    for values in rows:
        row = tables.decode(run.view, values)
        document = run.view.document(row) if run.view.document else None
        hits.append(Hit(row, ranking.score(document, weights) if document else 0.0))
    return sorted(hits, key=lambda hit: -hit.score)[: run.limit]


def _counts(run: _Search, clauses: Sequence[Clause]) -> dict[Clause, int]:
    """About how many rows match each clause, from the posting lists where they know.

    They hold what may be offered to agents, which is nearly all lessons and insights.
    """
    words = {word for clause in clauses for word in clause.words}
    marks = ", ".join("?" * len(words))
    known = dict(
        run.connection.execute(
            "SELECT word, SUM(LENGTH(impacts)) FROM postings "
            f"WHERE word IN ({marks}) GROUP BY word",
            list(words),
        ).fetchall()
    )
    return {
        clause: _count(run, clause.match)
        if clause.prefix
        or not run.view.injectable
        or not all(word in known for word in clause.words)
        else min(known[word] for word in clause.words)
        for clause in clauses
    }


def _count(run: _Search, match: str) -> int:
    """How many rows match, counted no further than FTS5 may rank."""
    row = run.connection.execute(
        f"SELECT COUNT(*) FROM (SELECT 1 FROM {run.fts} WHERE {run.fts} MATCH ? LIMIT ?)",
        (match, MOST_RANKED + 1),
    ).fetchone()
    count: int = row[0]
    return count


def _all_of(clauses: Sequence[Clause], query: Query) -> str:
    return _without(" AND ".join(clause.match for clause in clauses), query)


def _without(match: str, query: Query) -> str:
    if not query.excluded:
        return match
    return f"({match}) NOT ({' OR '.join(clause.match for clause in query.excluded)})"
