"""Recall: search over all messages and calls, and the cost of its index."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median

from bench import corpus
from bench.importing import import_paths, transcripts
from bench.inside import connection_of
from bench.prompts import informative_words
from bench.result import Result, cost, limit
from bench.texts import frequent
from bench.timing import percentile, spent, spent_on_each
from blackboard.board import Board

_QUERIES = 20
"""Per length and kind; a hundred and twenty give a p99 that is not just the maximum."""

_LENGTHS = range(1, 7)
_MOST_MILLISECONDS = 50
_MOST_OF_SIZE, _MOST_OF_TIME = 0.4, 0.3
_COMMONEST = 40


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Milliseconds per search, and the index's cost relative to board and import."""
    results = _imported(folder)
    for size in sizes:
        path = folder / f"recall-{size}.board"
        shutil.copy(corpus.event_board(folder, size), path)
        with Board.open(path) as board:
            results += _index(board, size, "generated events", "folding the views", None)
            for kind, queries in (("telling", _neighbours(board)), ("common", _common())):
                results += _searches(board, size, kind, list(queries))
        path.unlink()
    return results


def _imported(folder: Path) -> list[Result]:
    """The index of real transcripts, relative to their import."""
    paths = transcripts(folder)
    size = sum(path.stat().st_size for path in paths)
    into = folder / "recall-imported.board"
    taken = spent(lambda: import_paths(paths, into)).cpu
    with Board.open(into) as board:
        return _index(board, size, "transcripts", "importing them", taken)


def _index(board: Board, size: int, what: str, beside: str, before: float | None) -> list[Result]:
    """The cost of building the index, in CPU seconds and bytes.

    `before` is how long the work beside took, without folding the views, which is done here.
    """
    folding = spent(board.catch_up).cpu
    without = _megabytes(board)
    indexing = spent(board.index).cpu
    most = None if before is None else _MOST_OF_TIME
    return [
        cost(f"index of recall, {what}, time", size, indexing, "s", beside,
             folding + (before or 0.0), at_most=most),
        cost(f"index of recall, {what}, size", size, _megabytes(board) - without, "MB",
             "the board without it", without, at_most=_MOST_OF_SIZE),
    ]  # fmt: skip


def _searches(board: Board, size: int, kind: str, queries: Sequence[str]) -> list[Result]:
    """Milliseconds per search, wall-clock and, for busy machines, CPU."""
    board.recall(queries[0])
    gc.freeze()  # going through the bench's own texts again and again is none of recall's work
    took = spent_on_each(board.recall, queries)
    gc.unfreeze()
    walls, cpus = zip(*((cost.wall * 1000, cost.cpu * 1000) for cost in took), strict=True)
    work = f"recall, {kind} words"
    return [
        cost(f"{work}, p50", size, median(walls), "ms", "of the processor", median(cpus)),
        cost(f"{work}, p99", size, percentile(walls, 0.99), "ms", "of the processor",
             percentile(cpus, 0.99)),
        limit(f"{work}, p99", size, percentile(walls, 0.99), "ms", _MOST_MILLISECONDS),
    ]  # fmt: skip


def _neighbours(board: Board) -> Iterator[str]:
    """Words that occur together in one message or command."""
    random = Random(11)
    head = board.log.head()
    for length in _LENGTHS:
        count = 0
        while count < _QUERIES:
            (event,) = board.read(random.randrange(head), limit=1)
            payload = event.payload or {}
            text = payload.get("text") or payload.get("input", {}).get("command", "")
            words = informative_words([text], length, random)
            if len(words) == length:
                count += 1
                yield " ".join(words)


def _common() -> Iterator[str]:
    """The most common words of all."""
    random = Random(12)
    for length in _LENGTHS:
        for _ in range(_QUERIES):
            yield " ".join(random.sample(frequent()[:_COMMONEST], length))


def _megabytes(board: Board) -> float:
    connection = connection_of(board)
    pages, size, free = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "page_size", "freelist_count")
    )
    return float((pages - free) * size / 1_000_000)
