"""Search: the best twenty lessons for one to six words, compared with plain FTS5."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from pathlib import Path

from bench import corpus
from bench.inside import connection_of
from bench.prompts import make_queries
from bench.result import Result, cost, limit
from bench.timing import percentile, spent_on_each
from blackboard.board import Board
from blackboard.search.words import words

_ENOUGH = 5
"""With fewer results, the search goes on to lessons with only some of the words."""

_QUERIES, _COMMON = 40, 13
_LENGTHS = range(1, 7)
_PLAIN = "SELECT rowid FROM fts_lessons WHERE fts_lessons MATCH ? ORDER BY rank LIMIT 20"


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Milliseconds of a query, of words from one lesson and of the most common words."""
    results = []
    for size in sizes:
        with Board.open(corpus.lesson_board(folder, size)) as board:
            board.catch_up()
            results += _at(board, size)
    return results


def _at(board: Board, size: int) -> list[Result]:
    queries = [
        query
        for common in (False, True)
        for length in _LENGTHS
        for query in make_queries(size, _COMMON if common else _QUERIES, length, common=common)
    ]
    ours = _spent(board.search, queries)
    plain = _spent(lambda query: _plain(board, query), queries)
    answered = [len(_plain(board, query)) >= _ENOUGH for query in queries]
    own, theirs = (_mean(list(compress(times, answered))) for times in (ours, plain))
    return [
        limit("search of lessons, p99", size, percentile(ours, 0.99), "ms"),
        limit("search of lessons, statements at most", size, _statements(board, queries), ""),
        cost("search of lessons, all words", size, own, "ms", "plain FTS5", theirs),
    ]


def _statements(board: Board, queries: Sequence[str]) -> int:
    """The most statements that a query runs, without those that FTS5 runs inside."""
    connection, most = connection_of(board), 0
    for query in queries:
        seen: list[str] = []
        connection.set_trace_callback(seen.append)
        board.search(query)
        connection.set_trace_callback(None)
        most = max(most, sum(not each.startswith("--") for each in seen))
    return most


def _spent(work: Callable[[str], object], queries: Sequence[str]) -> list[float]:
    """CPU milliseconds of each query."""
    return [each.cpu * 1000 for each in spent_on_each(work, queries)]


def _plain(board: Board, query: str) -> list[object]:
    match = " AND ".join(f'"{word}"' for word in words(query))
    return connection_of(board).execute(_PLAIN, (match,)).fetchall()


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
