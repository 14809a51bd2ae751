"""Search: the best twenty lessons for one to six words, compared with plain FTS5."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from pathlib import Path
from statistics import median

from bench import corpus
from bench.inside import connection_of
from bench.prompts import make_queries
from bench.result import Result, cost, limit
from bench.timing import percentile, spent_on_each
from blackboard.board import Board
from blackboard.search.words import words

_ENOUGH = 5
"""With fewer results, the search goes on to lessons with only some of the words."""

_QUERIES = 40
_LENGTHS = range(1, 7)
_BUDGET = {10_000: 3.0, 100_000: 1.5}
_PLAIN = "SELECT rowid FROM fts_lessons WHERE fts_lessons MATCH ? ORDER BY rank LIMIT 20"
_FETCHED = (
    f"SELECT v.* FROM ({_PLAIN}) hit JOIN documents d ON d.id = hit.rowid "
    "JOIN view_lessons v ON v.id = d.key"
)


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Milliseconds per query, of words from one lesson and of the most common words."""
    results = []
    for size in sizes:
        with Board.open(corpus.lesson_board(folder, size)) as board:
            board.catch_up()
            for common in (False, True):
                results += _kind(board, size, common=common)
    return results


def _kind(board: Board, size: int, *, common: bool) -> list[Result]:
    queries = [
        query
        for length in _LENGTHS
        for query in make_queries(size, _QUERIES // (3 if common else 1), length, common=common)
    ]
    wall, ours = _both(lambda query: board.search(query), queries)
    plain_wall, plain = _both(lambda query: _run(board, _PLAIN, query), queries)
    _, fetched = _both(lambda query: _run(board, _FETCHED, query), queries)
    work = f"search, {'common' if common else 'telling'} words"
    budget = _BUDGET.get(size, 1.0)
    answered = [len(_run(board, _PLAIN, query)) >= _ENOUGH for query in queries]
    numbers = "plain FTS5, numbers only"
    whole = _mean(list(compress(ours, answered)))
    return [
        cost(f"{work}, all of them found, mean, cpu", size, whole, "ms", numbers,
             _mean(list(compress(plain, answered))), at_most=budget),
        cost(f"{work}, mean, cpu", size, _mean(ours), "ms", numbers, _mean(plain), at_most=budget),
        cost(f"{work}, mean, cpu", size, _mean(ours), "ms", "plain FTS5 with rows", _mean(fetched)),
        cost(f"{work}, p50, cpu", size, median(ours), "ms", numbers, median(plain)),
        cost(f"{work}, p99", size, percentile(wall, 0.99), "ms", numbers,
             percentile(plain_wall, 0.99)),
        limit(f"{work}, p99", size, percentile(wall, 0.99), "ms", 50),
    ]  # fmt: skip


def _both(work: Callable[[str], object], queries: Sequence[str]) -> tuple[list[float], list[float]]:
    """Milliseconds of each query by the clock, and of the processor, which others disturb less."""
    spent = spent_on_each(work, queries)
    return [each.wall * 1000 for each in spent], [each.cpu * 1000 for each in spent]


def _run(board: Board, statement: str, query: str) -> list[object]:
    match = " AND ".join(f'"{word}"' for word in words(query))
    return connection_of(board).execute(statement, (match,)).fetchall()


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
