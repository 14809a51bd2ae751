"""`python -m bench.recordings.cost`: the CPU of a rerun beside that of Playwright's own script.

Both do the same task on the same application, in turn, each in a process of its own; what counts is
the CPU of that process with its driver and browser. The median of the paired ratios is printed.
"""

from __future__ import annotations

import argparse
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.recordings import ours, peer
from bench.recordings.changes import Change
from bench.recordings.door import opened
from bench.recordings.matrix import TIMEOUT, Bench
from bench.recordings.task import Task
from bench.recordings.tasks import TASKS

_NOTHING = Change("nothing")
_TASKS = ("call list: add", "flask-admin: edit", "django: log in and edit")


def ratios(bench: Bench, task: Task, times: int) -> list[tuple[float, float]]:
    """The CPU seconds of both sides, run in turn."""
    url = bench.url + task.start
    recording = bench._witnessed(task, lambda: ours.record_task(task, url, bench.folder))
    flow = ours.learn(task, recording, bench.folder, TIMEOUT)
    kept, script = bench.folder / "plan.pickle", bench.folder / "script.py"
    kept.write_bytes(pickle.dumps((flow.plan, flow.values({})[0])))
    script.write_text(bench._witnessed(task, lambda: peer.generate(task, url, TIMEOUT)))
    sides = [[sys.executable, "-m", "bench.recordings.again", str(kept), str(TIMEOUT)],
             [sys.executable, str(script)]]  # fmt: skip
    return [(_cpu(bench, task, sides[0]), _cpu(bench, task, sides[1])) for _ in range(times)]


def _cpu(bench: Bench, task: Task, command: Sequence[str]) -> float:
    database, _ = bench._database(task, _NOTHING)
    with bench._application(task, _NOTHING, database):
        pid = subprocess.Popen(command, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}).pid
        _, status, usage = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"{task.name} failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print a line for each task."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="pairs of runs a task")
    parser.add_argument("--task", action="append", default=[], help="only tasks with this word")
    asked = parser.parse_args(arguments)
    named = asked.task or _TASKS
    with opened() as door, tempfile.TemporaryDirectory(prefix="cost-") as temporary:
        bench = Bench(door, Path(temporary))
        for task in TASKS:
            if any(word in task.name for word in named):
                pairs = ratios(bench, task, asked.times)
                ratio = statistics.median(ours_ / theirs for ours_, theirs in pairs)
                shown = ", ".join(f"{a:.2f}/{b:.2f}" for a, b in pairs)
                print(f"{task.name}: {ratio:.2f}x ({shown})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
