"""Running a program in a group of its own, within a time limit, with its output in a log.

The whole group is ended when the time is over, when its starter stops, and when the
program itself has ended but left others behind. One that outlived a killed orchestrator is found
by the file that names it, and ended before the next is started.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from blackboard.errors import BoardError
from lessonboard.parts.automation.runners.log import AgentLog, secrets_in
from lessonboard.parts.automation.runners.runner import AgentMissing, AgentStopped, RunnerTask

_TICK = 0.2
_GRACE = 5.0
_TIMED_OUT = 124


class Ended(NamedTuple):
    """How a program ended; the outputs are without secrets, and only their last part if long."""

    code: int
    out: str
    err: str
    seconds: float
    timed_out: bool = False


def words_of(line: str) -> list[str]:
    """A command line as a list of words.

    Raises:
        BoardError: it is empty, or a quote in it is not closed.
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise BoardError(f"the command {line!r} cannot be read: {error}") from error
    if not words:
        raise BoardError(
            "there is no command to run; give one with --command, or set [automation] command"
        )
    return words


def fault_of(ended: Ended, timeout: float) -> str:
    """What went wrong, empty when nothing did."""
    if ended.timed_out:
        return f"it did not end within {timeout:g} seconds and was ended"
    if ended.code == 0:
        return ""
    last = " ".join((ended.err.strip() or ended.out.strip()).split())[-300:]
    return f"it ended with exit code {ended.code}" + (f": {last}" if last else "")


def run(
    command: Sequence[str], task: RunnerTask, env: Mapping[str, str], *, stdin: str = ""
) -> Ended:
    """Run a program to its end.

    Raises:
        AgentMissing: there is no such program.
        AgentStopped: it was ended because the task's `stopping` said so.
    """
    end_leftover(task.log)
    log = AgentLog(task.log, secrets_in(os.environ))
    try:
        with tempfile.TemporaryFile() as given:
            given.write(stdin.encode())
            given.seek(0)
            process = _start(command, task, env, given)
        return _follow(process, task, log)
    finally:
        log.close()


def _start(
    command: Sequence[str], task: RunnerTask, env: Mapping[str, str], given: IO[bytes]
) -> subprocess.Popen[bytes]:
    try:
        process = subprocess.Popen(
            list(command),
            cwd=task.folder,
            env={**env, "GH_CONFIG_DIR": str(task.log.parent / "no-login")},
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise AgentMissing(
            f"could not run `{command[0]}` ({error.strerror}) in {task.folder}; install it, "
            "or choose another agent with --agent, --command, or [automation] agent"
        ) from error
    _group_file(task.log).write_text(f"{process.pid} {_birth(process.pid)}")
    return process


def _follow(process: subprocess.Popen[bytes], task: RunnerTask, log: AgentLog) -> Ended:
    """Read what a program prints until it ends, or end it."""
    assert process.stdout is not None
    assert process.stderr is not None
    out: deque[str] = deque()
    err: deque[str] = deque()
    started = time.monotonic()
    readers = [
        threading.Thread(target=log.drain, args=(stream, kept), daemon=True)
        for stream, kept in ((process.stdout, out), (process.stderr, err))
    ]
    for reader in readers:
        reader.start()
    try:
        timed_out = _await(process, started + task.timeout, task.stopping)
    finally:
        _end_group(process.pid)
        process.wait()
        for reader in readers:
            reader.join(_GRACE)  # a program that left the group may still hold the pipe
        if not any(reader.is_alive() for reader in readers):
            process.stdout.close()
            process.stderr.close()
        _group_file(task.log).unlink(missing_ok=True)
    seconds = round(time.monotonic() - started, 3)
    code = _TIMED_OUT if timed_out else process.returncode
    return Ended(code, "".join(out), "".join(err), seconds, timed_out)


def _await(process: subprocess.Popen[bytes], deadline: float, stopping: Callable[[], bool]) -> bool:
    """Wait for a program's end; True when its time was over first.

    Raises:
        AgentStopped: `stopping` said so.
    """
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            return True
        with suppress(subprocess.TimeoutExpired):
            process.wait(min(_TICK, left))
            return False
        if stopping():
            raise AgentStopped("it was stopped while an agent worked; the step is done again")


def end_leftover(log: Path) -> None:
    """End the program that an orchestrator which was killed left behind, if it is still there."""
    file = _group_file(log)
    with suppress(OSError, ValueError):
        pid, _, birth = file.read_text().partition(" ")
        if birth and _birth(int(pid)) == birth:  # else the number is another program's by now
            _end_group(int(pid))
        file.unlink(missing_ok=True)


def _end_group(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _group_file(log: Path) -> Path:
    return log.with_name("agent.pid")


def _birth(pid: int) -> str:
    """When a process began, which distinguishes its number from a later one's; empty if unknown."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    with suppress(OSError):  # a system without /proc
        done = subprocess.run(
            ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        return " ".join(done.stdout.split())
    return ""
