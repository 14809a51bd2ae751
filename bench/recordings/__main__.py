"""`python -m bench.recordings`: run the matrix and print its tables."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.recordings import table
from bench.recordings.changes import CHANGES
from bench.recordings.door import opened
from bench.recordings.matrix import EXPORT, SIDES, TIMEOUT, Bench, Cell
from bench.recordings.measure import quick, run
from bench.recordings.tasks import TASKS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run tasks and changes; returns 1 if Lessonboard did a wrong thing."""
    asked = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # end the applications too
    all_tasks, all_changes = quick() if asked.quick else (TASKS, CHANGES)
    tasks = [task for task in all_tasks if _is_asked(task.name, asked.task)]
    changes = [change for change in all_changes if _is_asked(change.name, asked.change)]
    sides = [side for side in SIDES if side not in asked.without] + [EXPORT] * bool(asked.export)
    with opened() as door, tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        folder = asked.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        cells: list[Cell] = []
        for cell in _shown(
            run(Bench(door, folder, asked.timeout, asked.export), tasks, changes, sides)
        ):
            cells.append(cell)
            if asked.into:  # so that a run that is broken off was not for nothing
                asked.into.write_text(table.as_json(cells))
    if asked.beside:
        done = {(cell.task, cell.change) for cell in cells}
        cells += table.read(asked.beside, asked.without, done)
    if asked.into:
        asked.into.write_text(table.as_json(cells))
    print(table.as_text(cells))
    return int(any(cell.verdict == "wrong" and cell.side == SIDES[0] for cell in cells))


def _shown(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Print each result to standard error as it comes."""
    started = time.monotonic()
    for cell in cells:
        passed = time.monotonic() - started
        print(f"{passed:4.0f} s  {table.line(cell)}", file=sys.stderr, flush=True)
        yield cell


def _is_asked(name: str, words: Sequence[str]) -> bool:
    return not words or any(word in name for word in words)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.recordings", description=__doc__)
    parser.add_argument("--task", action="append", default=[], help="only tasks with this word")
    parser.add_argument("--change", action="append", default=[], help="only changes with this word")
    parser.add_argument("--quick", action="store_true", help="a few tasks and changes: a minute")
    parser.add_argument("--without", action="append", default=[], choices=SIDES, help="leave out")
    parser.add_argument("--export", default="", metavar="PYTHON",
                        help="run the exported tests as well, with a Python that has "
                             "pytest-playwright")  # fmt: skip
    parser.add_argument("--timeout", type=float, default=TIMEOUT, help="seconds for a step: 5")
    parser.add_argument("--into", type=Path, help="a file for the results as JSON")
    parser.add_argument("--beside", type=Path, help="earlier results, for a side that is left out")
    parser.add_argument("--keep", type=Path, help="a folder to keep recordings and scripts in")
    return parser


if __name__ == "__main__":
    sys.exit(main())
