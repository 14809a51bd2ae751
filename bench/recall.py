"""Recall: searching everything that was said and done, and what its index costs."""

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
from bench.prompts import told_words
from bench.result import Result, cost, limit
from bench.texts import frequent
from bench.timing import percentile, spent, spent_on_each
from blackboard.board import Board

_QUERIES = 20
"""Of each length and kind; a hundred and twenty make a p99 that is not the slowest of all."""

_LENGTHS = range(1, 7)
_MOST_MILLISECONDS = 50
_MOST_OF_SIZE, _MOST_OF_TIME = 0.4, 0.3
_COMMONEST = 40


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Milliseconds a search, and the index beside the board and the import that it belongs to."""
    results = _imported(folder)
    for size in sizes:
        path = folder / f"recall-{size}.board"
        shutil.copy(corpus.event_board(folder, size), path)
        with Board.open(path) as board:
            results += _index(board, size, "generated events", "folding the views", None)
            for kind, queries in (("telling", _telling(board)), ("common", _common())):
                results += _searches(board, size, kind, list(queries))
        path.unlink()
    return results


def _imported(folder: Path) -> list[Result]:
    """The index of real transcripts, beside taking them in."""
    paths = transcripts(folder)
    size = sum(path.stat().st_size for path in paths)
    into = folder / "recall-imported.board"
    taken = spent(lambda: import_paths(paths, into)).cpu
    with Board.open(into) as board:
        return _index(board, size, "transcripts", "importing them", taken)


def _index(board: Board, size: int, what: str, beside: str, before: float | None) -> list[Result]:
    """What it costs to make the index, in seconds of the processor and in bytes of the file.

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
    """Milliseconds by the clock, and beside them those of the processor, for busy machines."""
    board.recall(queries[0])
    gc.freeze()  # going through the bench's own texts again and again is none of recall's work
    took = spent_on_each(board.recall, queries)
    gc.unfreeze()
    walls, cpus = zip(*((each.wall * 1000, each.cpu * 1000) for each in took), strict=True)
    work = f"recall, {kind} words"
    return [
        cost(f"{work}, p50", size, median(walls), "ms", "of the processor", median(cpus)),
        cost(f"{work}, p99", size, percentile(walls, 0.99), "ms", "of the processor",
             percentile(cpus, 0.99)),
        limit(f"{work}, p99", size, percentile(walls, 0.99), "ms", _MOST_MILLISECONDS),
    ]  # fmt: skip


def _telling(board: Board) -> Iterator[str]:
    """Words that stand together in one message or command."""
    random = Random(11)
    head = board.log.head()
    for length in _LENGTHS:
        made = 0
        while made < _QUERIES:
            (event,) = board.read(random.randrange(head), limit=1)
            payload = event.payload or {}
            text = payload.get("text") or payload.get("input", {}).get("command", "")
            words = told_words([text], length, random)
            if len(words) == length:
                made += 1
                yield " ".join(words)


def _common() -> Iterator[str]:
    """The commonest words of all."""
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
