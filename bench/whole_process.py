"""What a command costs as a whole process: seconds of the processor, and its peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.deciding import allow_scripts

COMMAND = str(Path(sys.executable).with_name("lessonboard"))

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


def home_in(folder: Path) -> Mapping[str, str]:
    """The variables of a home folder that is empty but for the leave of its person to decide."""
    home = folder / "home"
    if not home.is_dir():
        allow_scripts(home)
    below = {"XDG_CACHE_HOME": ".cache", "XDG_DATA_HOME": ".local/share",
             "XDG_STATE_HOME": ".local/state", "XDG_CONFIG_HOME": ".config"}  # fmt: skip
    return {"HOME": str(home), "LESSONBOARD_DB": "",
            **{name: str(home / place) for name, place in below.items()}}  # fmt: skip


def cost_of(command: Sequence[str], folder: Path, *, passes: int = 0) -> Cost:
    """Run a command to its end, and say what it cost.

    Args:
        command: the path of a program, and its arguments.
        folder: where it runs, and has its home.
        passes: the highest exit code that is a good end; `doctor` ends with 1 when it advises.

    Raises:
        RuntimeError: it failed.
    """
    variables = {**os.environ, **home_in(folder)}
    done = subprocess.run(
        [sys.executable, "-IS", "-c", _MEASURED, *command],
        cwd=folder, env=variables, capture_output=True, text=True, check=True,
    )  # fmt: skip
    code, cpu, memory = done.stdout.split()
    if int(code) > passes:
        raise RuntimeError(f"{' '.join(command)} ended with {code}: {done.stderr}")
    return Cost(float(cpu), int(memory) / (1 << (20 if sys.platform == "darwin" else 10)))
