"""Runs for a page or an agent: each is the command `recording run` as a process of its own.

What a run is asked for, and what it prints, is beside its report from the beginning, so that a page
finds it again after the server was started anew.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import orjson

from blackboard import BoardError
from blackboard.atomic_file import write
from lessonboard.parts.recordings import reports

_START = "from lessonboard.start import main; main()"
_STEP = re.compile(r"^(ok|no|--)\s+(\d+)\s+(?:[\d.]+s)?\s*(.*)")
_MARKS = {"ok": "done", "no": "failed", "--": "not run"}
_MOST_OUTPUT = 20_000
_ASKED, _OUTPUT = "asked.json", "output.txt"

_starting = Lock()
"""Held while it is seen whether a recording runs, and its run is started."""

_started: dict[str, subprocess.Popen[bytes]] = {}
"""The runs that this server started, which it can stop."""


@dataclass(frozen=True)
class Errand:
    """A run that is asked for, under an id that names its folder.

    `digest` is of the workflow as the person saw it; another one is not run. `values` are sent by
    standard input alone, `shown` are the same without secrets, `options` are more words of the
    command line.
    """

    board: Path
    run: str
    recording: str
    digest: str
    values: Mapping[str, str]
    shown: Mapping[str, str]
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Progress:
    """How far a run is: number, verdict and words of its steps, its output, whether it goes on."""

    recording: str
    values: Mapping[str, str]
    is_running: bool
    steps: tuple[tuple[str, str, str], ...]
    output: str


def start(errand: Errand) -> str:
    """Start a run in the background; the run of its recording that goes on, now or already.

    Raises:
        BoardError: its folder cannot be made, or no process can be started.
    """
    with _starting:
        if going_on := running(errand.board, errand.recording):
            return going_on
        try:
            process = _process(errand)
        except OSError as error:
            raise BoardError(f"the run was not started: {error}; nothing was done") from error
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin as given:
        given.write(orjson.dumps(errand.values))
    return errand.run


def progress(board: Path, run: str) -> Progress | None:
    """How far a run is that a server started; None where none did."""
    folder = reports.folder(board, run)
    try:
        asked: dict[str, Any] = orjson.loads((folder / _ASKED).read_bytes())
        output = (folder / _OUTPUT).read_bytes()[-_MOST_OUTPUT:].decode(errors="replace")
    except (FileNotFoundError, orjson.JSONDecodeError):
        return None
    matches = map(_STEP.match, output.splitlines())
    steps = tuple((found[2], _MARKS[found[1]], found[3]) for found in matches if found)
    is_running = _goes_on(run) or _is_held(folder / _OUTPUT)
    return Progress(asked["recording"], asked["values"], is_running, steps, output)


def is_over(run: str, seconds: float) -> bool:
    """Whether a run that this server started is over, now or within so many seconds."""
    with suppress(subprocess.TimeoutExpired):
        _started[run].wait(seconds)
    return not _goes_on(run)


def stop(run: str) -> bool:
    """Stop a run that this server started, and its browser; whether it was running."""
    if not _goes_on(run):
        return False
    process = _started[run]
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    return True


def running(board: Path, recording: str) -> str:
    """The run of a recording that this server started and that goes on; empty where none does."""
    going_on = (run for run in list(_started) if _goes_on(run))
    return next((run for run in going_on if (found := progress(board, run))
                 and found.recording == recording), "")  # fmt: skip


def _goes_on(run: str) -> bool:
    return run in _started and _started[run].poll() is None


def _process(errand: Errand) -> subprocess.Popen[bytes]:
    folder = reports.folder(errand.board, errand.run)
    asked = {"recording": errand.recording, "values": errand.shown}
    write(folder / _ASKED, orjson.dumps(asked))
    output = os.open(folder / _OUTPUT, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    _hold(output)
    try:
        process = subprocess.Popen(
            _command(errand), stdin=subprocess.PIPE, stdout=output, stderr=output,
            start_new_session=True,
        )  # fmt: skip
    finally:
        os.close(output)
    _started[errand.run] = process
    return process


def _command(errand: Errand) -> list[str]:
    """The command line; no value of a parameter is on it, where others could read it."""
    return [
        sys.executable, "-P", "-c", _START, "--db", str(errand.board), "recording", "run",
        errand.recording, "--params", "-", "--only-as", errand.digest, "--as-run", errand.run,
        *errand.options,
    ]  # fmt: skip


if sys.platform == "win32":  # where another server does not see that a run goes on

    def _hold(output: int) -> None:
        pass

    def _is_held(output: Path) -> bool:
        return False

else:
    import fcntl

    def _hold(output: int) -> None:
        """Lock what a run prints; the run inherits the lock, which ends with it (flock(2))."""
        fcntl.flock(output, fcntl.LOCK_EX)

    def _is_held(output: Path) -> bool:
        with output.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False
