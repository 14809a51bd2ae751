"""`python -m bench.effect reach`: the scripted agent, each task once with each arm."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path

from bench.effect.arms.arm import Arm
from bench.effect.arms.registry import ARMS, arm
from bench.effect.freeze import changed, digests
from bench.effect.play import Log, played, scripted
from bench.effect.reach import as_table, missed
from bench.effect.reach_page import write, write_page
from bench.effect.tasks import REPOSITORIES, BadTask, Task, all_tasks

_PORT = "port-in-use"
"""Tasks of this kind and of one repository follow each other: they use one port."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; logs are written to a file, a line each. 2 for a name that is not there."""
    asked = _parser().parse_args(arguments)
    if asked.page:
        write_page()
        return 0
    for name in changed(digests()):
        print(f"not as it was frozen: {name}", file=sys.stderr)
    try:
        tasks = _chosen(all_tasks(asked.half, asked.root), asked.task or ())
        arms = [arm(name) for name in asked.arm or ARMS]
    except (BadTask, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    logs = list(reach(tasks, arms, asked.workers))
    if asked.into:
        write(asked.into, logs)
    print(as_table(logs))
    if asked.list:
        print("\n".join(missed(logs)))
    return 0


def reach(tasks: Iterable[Task], arms: Sequence[Arm], workers: int = 2) -> Iterator[Log]:
    """The logs of each task with each arm, by arm; those that cannot be run are said."""
    usable = [each for each in arms if not _is_missing(each.name, each.missing())]
    runnable = [task for task in tasks if not _is_missing(task.name, _needs(task))]
    together = [list(some) for _, some in groupby(sorted(runnable, key=_together), _together)]
    with ThreadPoolExecutor(workers) as pool:
        found = [log for logs in pool.map(lambda some: _logs(some, usable), together)
                 for log in logs]  # fmt: skip
    places = {each.name: place for place, each in enumerate(usable)}
    return iter(sorted(found, key=lambda log: (places[log.arm], log.task)))


def _chosen(tasks: Sequence[Task], names: Sequence[str]) -> list[Task]:
    """The tasks of these names, or all; raises ValueError with what is not there."""
    there = {name for task in tasks for name in (task.name, task.id)}
    if unknown := sorted({*names} - there):
        known = ", ".join(task.name for task in tasks)
        raise ValueError(f"there is no task {', '.join(unknown)}; there are {known}")
    return [task for task in tasks if not names or {task.name, task.id} & {*names}]


def _together(task: Task) -> str:
    return task.repository.name if task.kind == _PORT else task.name


def _logs(tasks: Sequence[Task], arms: Sequence[Arm]) -> list[Log]:
    found = []
    for task in tasks:
        for each in arms:
            found.append(played(task, each, scripted))
            print(f"{task.name} with {each.name}", file=sys.stderr)
    return found


def _needs(task: Task) -> str:
    lacking = [name for name in task.repository.needs if not shutil.which(name)]
    return f"needs {', '.join(lacking)}" if lacking else ""


def _is_missing(name: str, reason: str) -> bool:
    if reason:
        print(f"{name} is not run: {reason}", file=sys.stderr)
    return bool(reason)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench.effect reach", description=__doc__)
    parser.add_argument("--half", choices=("first", "second"))
    parser.add_argument("--arm", action="append", help=f"of {', '.join(ARMS)}, or MODULE:CLASS")
    parser.add_argument("--task", action="append", help="REPOSITORY/ID or ID")
    parser.add_argument("--root", type=Path, default=REPOSITORIES)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--into", type=Path, help="a file for the logs")
    parser.add_argument("--page", action="store_true", help="write docs/reach.md from kept logs")
    parser.add_argument("--list", action="store_true", help="what was not reached")
    return parser


if __name__ == "__main__":
    sys.exit(main())
