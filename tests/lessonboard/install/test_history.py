"""What was on the machine before the board is read after `init`, unless its person says no."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from tests.lessonboard.install.conftest import Machine

_SAMPLES = Path(__file__).parents[3] / "examples" / "sessions" / "claude-code"


def _with_a_session(machine: Machine) -> None:
    [path] = _SAMPLES.rglob("60370d31*.jsonl")
    folder = machine.home / ".claude" / "projects" / "x"
    folder.mkdir(parents=True)
    os.utime(shutil.copy(path, folder), (1_700_000_000, 1_700_000_000))


def _sessions(machine: Machine) -> int:
    assert machine("worker", "--until-idle").code == 0
    return len(json.loads(machine("session", "list", "--json").out))


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


def test_what_is_left_unread_stays_so(machine: Machine) -> None:
    """A second `init` does not change one's mind for him."""
    _with_a_session(machine)
    assert "Your history" not in machine("init", "--no-history").out
    assert "Your history" not in machine("init").out
    assert _sessions(machine) == 0
