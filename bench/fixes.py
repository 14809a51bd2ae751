"""`fix`: what is known about an error, for recorded errors and similar ones."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench import corpus
from bench.result import Result, limit
from bench.timing import milliseconds, percentile
from blackboard.board import Board
from blackboard.fixes import fixes

_ERRORS = 300
_BUDGET_MS = 50


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Milliseconds per error, among events of which 3.5 % are failures."""
    results = []
    for size in sizes:
        path = folder / f"fixes-{size}.board"
        shutil.copy(corpus.event_board(folder, size), path)  # that one's views are never read
        with Board.open(path) as board:
            rows = board.view("failures", limit=_ERRORS)
            seen = [row["error"] for row in rows if row["signature"]]
            for kind, errors in (("seen before", seen), ("like one", list(map(_changed, seen)))):
                took = milliseconds(lambda error: fixes(board, error), errors)
                results += [
                    limit(f"fix, error {kind}, p50", size, median(took), "ms", _BUDGET_MS),
                    limit(
                        f"fix, error {kind}, p99", size, percentile(took, 0.99), "ms", _BUDGET_MS
                    ),
                ]
    return results


def _changed(error: str) -> str:
    """The error reworded: another signature with most of its rare words."""
    first, *rest = error.split()
    return " ".join(["otherwise", *rest, first])
