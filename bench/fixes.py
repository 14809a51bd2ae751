"""`fix`: what is known about an error, for recorded errors and similar ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench import corpus
from bench.result import Result, limit
from bench.timing import percentile, spent_on_each
from blackboard.board import Board
from blackboard.fixes import fixes

_ERRORS = 75


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU milliseconds of an error, half of them recorded and half of them reworded."""
    results = []
    for size in sizes:
        with Board.open(corpus.event_board(folder, size)) as board:
            rows = board.view("failures", limit=_ERRORS)
            seen = [row["error"] for row in rows if row["signature"]]
            errors = [*seen, *map(_changed, seen)]
            took = [
                each.cpu * 1000 for each in spent_on_each(lambda error: fixes(board, error), errors)
            ]
        results += [
            limit("fix, p50", size, median(took), "ms"),
            limit("fix, p99", size, percentile(took, 0.99), "ms"),
        ]
    return results


def _changed(error: str) -> str:
    """The error reworded: another signature with most of its rare words."""
    first, *rest = error.split() or [""]
    return " ".join(["otherwise", *rest, first])
