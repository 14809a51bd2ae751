"""Runs a command several times and prints what it took of the processor, its children included.

    python -m bench.comparison.stopwatch TIMES FILE|- COMMAND...

FILE is given to the command on its standard input. What a daemon does for the command is not seen.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple


class Run(NamedTuple):
    """Milliseconds, wall-clock and CPU."""

    wall: float
    cpu: float


def run(command: list[str], input_: bytes) -> Run:
    """Run the command once; it must succeed."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, input=input_, stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(wall * 1000, cpu * 1000)


def main(times: int, file: str, command: list[str]) -> None:
    """Print the minimum and the median."""
    input_ = b"" if file == "-" else Path(file).read_bytes()
    runs = [run(command, input_) for _ in range(times)]
    for name, values in (
        ("wall", [lap.wall for lap in runs]),
        ("cpu", [lap.cpu for lap in runs]),
    ):
        print(f"{name:5}{min(values):8.0f} ms at best, {statistics.median(values):8.0f} ms median")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
