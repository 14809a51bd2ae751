"""The start-up cost of commands: CPU of whole processes, compared with `python -c pass`."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench import corpus
from bench.result import Result, cost
from bench.whole_process import COMMAND as _COMMAND
from bench.whole_process import home_in

_ROUNDS = 15
_COMPLETING = {"_LESSONBOARD_COMPLETE": "bash_complete", "COMP_WORDS": "lessonboard lesson l",
               "COMP_CWORD": "2"}  # fmt: skip


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU milliseconds of shell completion, and of reads of an up-to-date board."""
    os.environ.update(home_in(folder))
    size = min(sizes)
    board = str(corpus.lesson_board(folder, size))
    reads = {
        "`lesson`": ["lesson"],
        "`session`": ["session"],
        "`search`": ["search", "cache", "timeout"],
        "`lesson context`": ["lesson", "context", "--prompt", "the cache times out"],
    }
    _spent([_COMMAND, "--db", board, "search", "cache"])  # indexes what is new, once
    rounds = [_round(board, reads) for _ in range(_ROUNDS)]
    bare = median(times["bare"] for times in rounds)
    return [
        cost(name, size, median(times[name] for times in rounds), "ms", "python -c pass", bare)
        for name in rounds[0] if name != "bare"
    ]  # fmt: skip


def _round(board: str, reads: dict[str, list[str]]) -> dict[str, float]:
    """One run of each in sequence, so that load affects all alike."""
    return {
        "bare": _spent([sys.executable, "-c", "pass"]),
        "`--version`": _spent([_COMMAND, "--version"]),
        "completion": _spent([_COMMAND], _COMPLETING),
        **{name: _spent([_COMMAND, "--db", board, *words]) for name, words in reads.items()},
    }


def _spent(command: list[str], variables: dict[str, str] | None = None) -> float:
    before = _children()
    environment = {**os.environ, **(variables or {})}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return (_children() - before) * 1000


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
