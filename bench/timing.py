"""Clocks, percentiles, and the peak memory of a separate process."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple


class Spent(NamedTuple):
    """Seconds, wall-clock and CPU."""

    wall: float
    cpu: float


def spent(work: Callable[[], object]) -> Spent:
    """The time that some work takes."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Spent(time.perf_counter() - wall, time.process_time() - cpu)


def middle(values: Iterable[float]) -> float:
    """The median."""
    return median(values)


def spent_on_each(work: Callable[[Any], object], arguments: Iterable[Any]) -> list[Spent]:
    """The time of some work for each argument."""
    return [spent(partial(work, argument)) for argument in arguments]


def milliseconds(work: Callable[[Any], object], arguments: Iterable[Any]) -> list[float]:
    """The wall-clock milliseconds of some work for each argument."""
    return [cost.wall * 1000 for cost in spent_on_each(work, arguments)]


def percentile(values: Iterable[float], share: float) -> float:
    """The value that a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def peak_of(module: str, function: str, *arguments: str) -> float:
    """The peak memory in MB of a separate process that calls a function with texts."""
    call = f"{function}({', '.join(map(repr, arguments))})"
    program = f"from {module} import {function}; from bench.timing import peak; {call}; peak()"
    return float(in_own_process(program))


def in_own_process(program: str) -> str:
    """The output of a Python program, run from the repository's root."""
    command = [sys.executable, "-c", program]
    root = Path(__file__).resolve().parents[1]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout


def peak() -> None:
    """Print this process's peak memory in MB.

    Linux tells it in /proc without what was used before `exec`, which `ru_maxrss` includes:
    a small process started by a large one would look large.
    """
    try:
        status = Path("/proc/self/status").read_text()
        kilobytes = int(status.split("VmHWM:")[1].split()[0])
    except (OSError, IndexError):
        scale = 1024 if sys.platform == "darwin" else 1
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // scale
    print(kilobytes / 1024)
