"""The processes by which this one was started, as far as they may be read."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_SECONDS = 5.0


class Process(NamedTuple):
    """A process: its number and its parent's, the path of its program where it is known, and the
    words that it was started with, of which the first is what it is called by.
    """

    pid: int
    parent: int
    program: str
    words: tuple[str, ...]


def parents(pid: int = 0) -> list[Process]:
    """Return the parents of a process, the nearest first; none after one that cannot be read.

    Args:
        pid: the process; 0 for this one.
    """
    look = _of_proc if Path("/proc/self/stat").exists() else _of_ps().get
    return chain(pid, look)[1:] if pid else chain(os.getppid(), look)


def chain(pid: int, look: Callable[[int], Process | None]) -> list[Process]:
    """Return a process with its parents, up to the first one or to one that cannot be seen."""
    found: dict[int, Process] = {}
    while pid > 0 and pid not in found and (process := look(pid)):
        found[pid] = process
        pid = process.parent
    return list(found.values())


def listed(text: str) -> dict[int, Process]:
    """Return the processes of a list that `ps -o pid=,ppid=,args=` printed.

    >>> listed("  7 1 node /usr/bin/gemini -p hello")[7].words[1]
    '/usr/bin/gemini'
    """
    found = {}
    for line in text.splitlines():
        pid, parent, *words = [*line.split(), "", ""]
        if pid.isdecimal() and parent.isdecimal():
            found[int(pid)] = Process(int(pid), int(parent), "", tuple(words[:-2]))
    return found


def _of_proc(pid: int) -> Process | None:
    folder, program = Path(f"/proc/{pid}"), ""
    try:
        # Its second field is a name that may hold spaces and parentheses.
        parent = int((folder / "stat").read_bytes().rpartition(b")")[2].split()[1])
        line = (folder / "cmdline").read_bytes().decode(errors="replace")
    except (OSError, ValueError, IndexError):
        return None
    with suppress(OSError):  # of other users' processes
        program = str((folder / "exe").readlink())
    return Process(pid, parent, program, tuple(line.rstrip("\0").split("\0")))


def _of_ps() -> dict[int, Process]:
    """Return all processes of a system without /proc, such as macOS; none where that fails."""
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid=,args="],
            capture_output=True, text=True, errors="replace", timeout=_SECONDS, check=True,
        )  # fmt: skip
        return listed(done.stdout)
    return {}
