"""Run something in a child process, two at a time, with a limit of time."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

AT_ONCE = os.cpu_count() or 1


@dataclass
class Child:
    """A process that runs a job, and until when it may."""

    number: int
    pid: int
    folder: Path
    ends: float

    def outcome(self) -> int | None:
        """Its exit code, -1 if it was killed for its time; None while it runs."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid:
            return self._gone(os.waitstatus_to_exitcode(status))
        if time.monotonic() < self.ends:
            return None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return self._gone(-1)

    def _gone(self, code: int) -> int:
        shutil.rmtree(self.folder, ignore_errors=True)
        return code


def outcomes(jobs: Iterable[tuple[float, Callable[[], int]]]) -> Iterator[tuple[int, int]]:
    """The number and exit code of each job as it ends; a job has a limit in seconds."""
    running: list[Child] = []
    for number, (seconds, work) in enumerate(jobs):
        while len(running) >= AT_ONCE:
            yield from _ended(running)
        running.append(_start(number, seconds, work))
    while running:
        yield from _ended(running)


def _ended(running: list[Child]) -> Iterator[tuple[int, int]]:
    time.sleep(0.005)
    for child in list(running):
        if (code := child.outcome()) is not None:
            running.remove(child)
            yield child.number, code


def _start(number: int, seconds: float, work: Callable[[], int]) -> Child:
    folder = Path(tempfile.mkdtemp(prefix="mutant-"))
    pid = os.fork()
    if pid == 0:
        os._exit(_work(folder, work))
    return Child(number, pid, folder, time.monotonic() + seconds)


def _work(folder: Path, work: Callable[[], int]) -> int:
    os.setsid()
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.tempdir = str(folder)
    try:
        return work()
    except BaseException:  # whatever ends a test run has noticed the mutant
        return 1
