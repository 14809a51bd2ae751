"""The benchmark among those of `python -m bench`: wrong runs, and right ones beside the peer's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.recordings.changes import CHANGES, Change
from bench.recordings.door import opened
from bench.recordings.matrix import SIDES, Bench, Cell
from bench.recordings.task import Task
from bench.recordings.tasks import TASKS
from bench.result import Result, limit, rate

SIZES = (4,)
"""Pairs of a task and a change that are run by default; a million means all of them."""

_EVERYTHING = 1_000_000
_FEW_TASKS = ("sqlite-web: edit", "call list: remove")
_FEW_CHANGES = ("order reversed", "row gone")


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Run a few pairs of tasks and changes, or with a million all of them."""
    full = max(sizes) >= _EVERYTHING
    tasks, changes = (TASKS, CHANGES) if full else quick()
    with opened() as door:
        cells = list(run(Bench(door, folder), tasks, changes, SIDES))
    ours = [cell for cell in cells if cell.side == SIDES[0] and cell.is_change]
    theirs = [cell for cell in cells if cell.side == SIDES[1]]
    wrong = sum(cell.verdict == "wrong" for cell in ours)
    return [
        limit("recordings: wrong runs", len(ours), wrong, "runs", 0),
        rate("recordings: right runs", len(ours), _right(ours), "runs",
             "Playwright's script", _right(theirs), at_least=1),
    ]  # fmt: skip


def quick() -> tuple[tuple[Task, ...], tuple[Change, ...]]:
    """The few tasks and changes that show within a minute whether anything works."""
    return (
        tuple(task for task in TASKS if task.name in _FEW_TASKS),
        tuple(change for change in CHANGES if change.name in _FEW_CHANGES),
    )


def run(
    bench: Bench, tasks: Sequence[Task], changes: Sequence[Change], sides: Sequence[str]
) -> Iterator[Cell]:
    """The results of tasks after changes, each as soon as it is known."""
    for task in tasks:
        yield from bench.cells(task, changes, sides)


def _right(cells: Sequence[Cell]) -> int:
    return sum(cell.verdict == "right" for cell in cells)
