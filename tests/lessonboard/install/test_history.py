"""What was on the machine before the board is read after `init`, unless its person says no."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import partial
from pathlib import Path

from lessonboard.hooks import background
from lessonboard.hooks.background import worker_lock
from tests.commands import COMMAND
from tests.lessonboard.install.conftest import Machine
from tests.waiting import eventually

_SAMPLES = Path(__file__).parents[3] / "examples" / "sessions" / "claude-code"


def _with_a_session(machine: Machine) -> None:
    [path] = _SAMPLES.rglob("60370d31*.jsonl")
    folder = machine.home / ".claude" / "projects" / "x"
    folder.mkdir(parents=True)
    os.utime(shutil.copy(path, folder), (1_700_000_000, 1_700_000_000))


def _sessions(machine: Machine) -> int:
    assert machine("admin", "worker", "--until-idle").code == 0
    return len(json.loads(machine("session", "--json").out))


def test_the_history_is_read_by_the_next_worker(machine: Machine) -> None:
    """`init` says how much there is, and without a terminal starts nothing."""
    _with_a_session(machine)
    ran = machine("init")
    assert "Your history (1 transcript, " in ran.out
    assert "newest first, when the next session begins" in ran.out
    assert "1 transcript" in machine("doctor").out
    assert _sessions(machine) == 1
    again = json.loads(machine("init", "--json").out)
    assert again["history"] == {"transcripts": 0, "bytes": 0, "reading": False}


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # nobody writes to it any more (Linux)
        return b""


def test_at_a_terminal_a_worker_reads_the_history_at_once(machine: Machine) -> None:
    """Apart from the terminal, which is free again, and until nothing waits."""
    _with_a_session(machine)
    ours, theirs = os.openpty()
    subprocess.run(
        [COMMAND, "init"], cwd=machine.project, env=machine.environment, check=True,
        stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    shown = b"".join(iter(partial(_read, ours), b""))
    os.close(ours)
    assert b"Your history (1 transcript, " in shown
    assert b"is being read, newest first; `lessonboard doctor` says how far." in shown
    assert eventually(lambda: bool(json.loads(machine("session", "--json").out)))
    assert eventually(lambda: not background._is_held(worker_lock(str(machine.data / "board.db"))))
    assert json.loads(machine("init", "--json").out)["history"]["transcripts"] == 0


def test_what_is_left_unread_stays_so(machine: Machine) -> None:
    """A second `init` does not change one's mind for him."""
    _with_a_session(machine)
    assert "Your history" not in machine("init", "--no-history").out
    assert "Your history" not in machine("init").out
    assert _sessions(machine) == 0
