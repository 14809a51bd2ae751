"""Which tasks and changes are run, and their results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.recordings.changes import CHANGES, Change
from bench.recordings.matrix import Bench, Cell
from bench.recordings.task import Task
from bench.recordings.tasks import TASKS

_FEW_TASKS = ("sqlite-web: edit", "call list: remove")
_FEW_CHANGES = ("order reversed", "row gone")


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
