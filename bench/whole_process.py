"""What a command costs as a whole process: seconds of the processor, and its peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_MEASURED = """
import os, sys
nowhere = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[nowhere])
_, status, used = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
"""Run by a small process, because what is started counts the memory of who starts it as its own."""


class Cost(NamedTuple):
    """CPU seconds and peak megabytes."""

    cpu: float
    megabytes: float


def cost_of(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> Cost:
    """Run a command to its end, and say what it cost.

    Args:
        command: the path of a program, and its arguments.
        folder: where it runs.
        variables: added to its environment.

    Raises:
        RuntimeError: it failed.
    """
    done = subprocess.run(
        [sys.executable, "-IS", "-c", _MEASURED, *command],
        cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    code, cpu, memory = done.stdout.split()
    if int(code):
        raise RuntimeError(f"{' '.join(command)} ended with {code}: {done.stderr}")
    return Cost(float(cpu), int(memory) / (1 << (20 if sys.platform == "darwin" else 10)))
