"""`python -m bench.recordings`: run the matrix and print its tables."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.recordings import table
from bench.recordings.changes import CHANGES, Change
from bench.recordings.door import opened
from bench.recordings.matrix import Bench, Cell
from bench.recordings.task import Task
from bench.recordings.tasks import TASKS

SIDES = ("lessonboard", "playwright")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run tasks and changes; returns 1 if Lessonboard did a wrong thing."""
    asked = _parser().parse_args(arguments)
    tasks = [task for task in TASKS if _is_asked(task.name, asked.task)]
    changes = [change for change in CHANGES if _is_asked(change.name, asked.change)]
    if asked.quick:
        tasks, changes = tasks[::4], changes[::4]
    sides = [side for side in SIDES if side not in asked.without]
    cells = run(tasks, changes, sides, asked.keep)
    if asked.into:
        asked.into.write_text(table.as_json(cells))
    print(table.as_text(cells))
    return int(any(cell.verdict == "wrong" and cell.side == "lessonboard" for cell in cells))


def run(
    tasks: Sequence[Task], changes: Sequence[Change], sides: Sequence[str], keep: Path | None = None
) -> list[Cell]:
    """The results of tasks after changes; progress goes to standard error."""
    cells = []
    started = time.monotonic()
    with opened() as door, tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for task in tasks:
            for cell in Bench(door, folder).cells(task, changes, sides):
                cells.append(cell)
                passed = f"{time.monotonic() - started:4.0f} s"
                print(f"{passed}  {cell.task} | {cell.change} | {cell.side}: {cell.verdict}"
                      f"{' | ' + cell.why if cell.why else ''}", file=sys.stderr, flush=True)  # fmt: skip
    return cells


def _is_asked(name: str, words: Sequence[str]) -> bool:
    return not words or any(word in name for word in words)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.recordings", description=__doc__)
    parser.add_argument("--task", action="append", default=[], help="only tasks with this word")
    parser.add_argument("--change", action="append", default=[], help="only changes with this word")
    parser.add_argument("--quick", action="store_true", help="a quarter of the tasks and changes")
    parser.add_argument(
        "--without", action="append", default=[], choices=SIDES, help="leave a side out"
    )
    parser.add_argument("--into", type=Path, help="a file for the results as JSON")
    parser.add_argument("--keep", type=Path, help="a folder to keep recordings and scripts in")
    return parser


if __name__ == "__main__":
    sys.exit(main())
