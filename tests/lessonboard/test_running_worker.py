"""The worker in the background is listed by `doctor` and ended by `stop`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard.file_lock import FileLock
from lessonboard import workers
from lessonboard.bootstrap import App
from lessonboard.hooks.background import worker_lock
from lessonboard.running_worker import noted, running
from tests.command_line import Run

_WORKER = """
import signal, sys
from pathlib import Path
from blackboard.file_lock import FileLock
from lessonboard.cli.stopping import when_asked
from lessonboard.hooks.background import worker_lock
from lessonboard.running_worker import noted
lock = FileLock(worker_lock(sys.argv[1]))
lock.acquire()
asked = []
when_asked(lambda: asked.append(1))
with noted(Path(sys.argv[1])):
    print("at work", flush=True)
    while not asked:
        signal.pause()
"""


@pytest.fixture
def worker(run: Run, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock of the board's worker until it is asked to stop."""
    process = subprocess.Popen(
        [sys.executable, "-c", _WORKER, str(tmp_path / "board.db")],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        yield process
        process.kill()


def test_doctor_lists_it_and_stop_ends_it(run: Run, worker: subprocess.Popen[str]) -> None:
    """Cleanly: it is asked, and waited for."""
    assert f"one runs in the background (process {worker.pid})" in run("doctor").out
    assert run("stop").out == f"Stopped the worker (process {worker.pid}).\n"
    assert worker.wait(timeout=60) == 0
    assert "runs in the background" not in run("doctor").out
    assert run("stop").out == "No worker runs in the background of this board.\n"


def test_of_one_that_was_killed_nothing_is_ended(
    run: Run, tmp_path: Path, worker: subprocess.Popen[str]
) -> None:
    """Its number stays in the file, and may be that of another process by now."""
    worker.kill()
    worker.wait()
    assert Path(worker_lock(str(tmp_path / "board.db"))).read_bytes().strip(b"\0").isdigit()
    assert running(tmp_path / "board.db") is None
    assert run("stop").out == "No worker runs in the background of this board.\n"


def test_a_lock_that_is_only_looked_at_is_no_worker(run: Run, tmp_path: Path) -> None:
    """Who looks whether one is there holds it for an instant."""
    lock = FileLock(worker_lock(str(tmp_path / "board.db")))
    lock.acquire()
    assert running(tmp_path / "board.db") is None
    with noted(tmp_path / "board.db"):
        assert running(tmp_path / "board.db") == os.getpid()
    assert running(tmp_path / "board.db") is None
    lock.close()


def test_without_a_board_there_is_none(run: Run, tmp_path: Path) -> None:
    """And no file is made to find that out."""
    ran = run("stop", LESSONBOARD_DB=str(tmp_path / "none.db"))
    assert (ran.code, ran.out) == (0, "No worker runs in the background of this board.\n")
    assert not list(tmp_path.glob("none*"))


def test_the_worker_writes_its_number_while_it_works(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that others know whom to ask."""
    app, seen = App(str(tmp_path / "board.db")), []
    monkeypatch.setattr(os, "nice", lambda _by: 0)
    real = workers.sweep_once

    def sweep_once(*given: object) -> object:
        seen.append(running(app.path))
        return real(*given)  # type: ignore[arg-type] # which hands on what it was given

    monkeypatch.setattr(workers, "sweep_once", sweep_once)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    workers.run_in_background(app, workers.background_worker(app))
    assert seen == [os.getpid()]
    assert running(app.path) is None
