"""Starting a worker that does what is waiting and ends: there is no daemon.

It is started at the end of a session, and at the beginning of one when something was left, or
when transcripts may have been (`lessonboard/sweep.py`). One
at a time is enough: it holds a lock for as long as it lives.
"""

from __future__ import annotations

import os
import sys
from itertools import islice

from blackboard.storage import outbox
from blackboard.storage.hook_board import HookBoard

SWEEP_LOCK = ".sweep.lock"
"""The ending of the file beside a board that a sweep holds locked."""

EVERYTHING = 1
"""As the time of the last sweep: everything on this machine is behind."""

SWEEP_EVERY = 600_000_000
"""Microseconds after which a session's start looks for transcripts on the whole machine."""

_MOST_BESIDE = 2_000
"""Files beside a transcript that are looked at, which takes some milliseconds."""

_START = "from lessonboard.start import main; main()"


def worker_lock(board: str) -> str:
    """Return the file that a worker in the background holds locked."""
    return f"{board}.worker.lock"


def is_waiting(board: HookBoard) -> bool:
    """Return whether there is work, unseen events, a filled outbox, or an erasure to finish."""
    return (
        outbox.is_waiting(board.path)
        or board.has_unseen_end()
        or board.has_ready_work()
        or board.has_pending_erasure()
    )


def is_sweep_due(board: HookBoard, transcript: str, now: int) -> bool:
    """Return whether transcripts may have changed that were not read.

    Sessions that were killed or ran without hooks are seen immediately beside the one that starts;
    elsewhere on this machine, after a while.

    Args:
        board: the board.
        transcript: that of the session that begins.
        now: microseconds since 1970.
    """
    swept = board.swept_at()
    if now - swept > SWEEP_EVERY:
        return True
    folder, _, own = transcript.replace("\\", "/").rpartition("/")
    try:
        with os.scandir(folder) as entries:
            return any(
                each.name != own and each.stat().st_mtime_ns // 1000 > swept
                for each in islice(entries, _MOST_BESIDE)
                if each.name.endswith(".jsonl")
            )
    except OSError:
        return False


def start_worker(board: str) -> None:
    """Start it, apart from this process and its terminal, unless one is at work.

    Raises:
        OSError: it could not be started.
    """
    if not _is_held(worker_lock(board)):
        start_apart(board, "--background")


def start_apart(board: str, how: str) -> None:
    """Start `admin worker` with an option, apart from this process and its terminal.

    Raises:
        OSError: it could not be started.
    """
    command = [sys.executable, "-I", "-c", _START, "--db", board, "admin", "worker", how]
    environment = {**os.environ, "LESSONBOARD_CHILD": "1"}
    if not hasattr(os, "posix_spawn"):
        _start_slowly(command, environment)
        return
    nowhere = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
    os.posix_spawn(command[0], command, environment, file_actions=nowhere, setsid=True)


def _is_held(path: str) -> bool:
    try:
        import fcntl

        descriptor = os.open(path, os.O_RDWR)
    except (ImportError, OSError):
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def _start_slowly(command: list[str], environment: dict[str, str]) -> None:
    """Start it where there is no posix_spawn, as on Windows."""
    import subprocess

    detached = getattr(subprocess, "DETACHED_PROCESS", 0)
    subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=detached,
    )
