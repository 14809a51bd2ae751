"""The example programs do what they are shown for."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from examples.worker import work
from tests.optional_parts import CHROMIUM

ROOT = Path(__file__).parent.parent.parent
MOST_LINES = 25
"""A newcomer reads no more of a demo."""


def test_a_worker_in_another_process_answers_notes_as_they_come(tmp_path: Path) -> None:
    """Notes appended while the worker waits are answered, each exactly once."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        command = [sys.executable, "-m", "examples.worker", str(path), "3"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as worker:
            for text in ("one", "two words", "now three words"):
                board.append([NewEvent("note.taken", "notes", {"text": text})])
            printed, _ = worker.communicate(timeout=60)
        assert printed.strip() == "3"
        counted = [event.payload for event in board.read(types=["note.counted"])]
        assert [each and each["words"] for each in counted] == [1, 2, 3]


def test_a_worker_that_begins_again_answers_nothing_twice(tmp_path: Path) -> None:
    """Starting over from the beginning of the log adds no second answer."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([NewEvent("note.taken", "notes", {"text": "one"})])
    assert work(str(path), 1) == work(str(path), 1) == 1
    with Board.open(path) as board:
        assert len(list(board.read(types=["note.counted"]))) == 1


def test_the_demo_ends_with_what_the_next_agent_is_told(tmp_path: Path) -> None:
    """On the samples, in a screenful of distinct lines, and no more."""
    command = [sys.executable, "-m", "examples.demo", str(tmp_path / "board.db")]
    done = subprocess.run(
        command, cwd=ROOT, env={"HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    lines = [line.strip() for line in done.stdout.splitlines() if line]
    assert done.stdout.count("\n") <= MOST_LINES
    assert len(set(lines)) == len(lines)
    told = lines[lines.index("From earlier sessions (lessonboard):") + 1 : -1]
    assert any("npm run test:unit" in line for line in told)


@pytest.mark.full
def test_the_demo_prefers_the_history_on_the_machine(tmp_path: Path) -> None:
    """What is below the home folder is read, and the samples are not."""
    folder = ROOT / "examples" / "sessions" / "claude-code"
    shutil.copytree(folder, tmp_path / ".claude" / "projects")
    command = [sys.executable, "-m", "examples.demo", str(tmp_path / "board.db")]
    done = subprocess.run(
        command, cwd=ROOT, env={"HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Read 6 sessions of yours")


def test_a_recurring_failure_becomes_a_draft_pull_request(tmp_path: Path) -> None:
    """Without a git identity, the shipped session goes the whole way: first shown, then done."""
    command = [sys.executable, "-m", "examples.improvement"]
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.index("Dry run: the automation would ask") < done.stdout.index("Closes #1")
    assert "- [ ] `the pattern does not recur`" in done.stdout
    assert "+WAIT = 60" in done.stdout


def test_examples_use_nothing_that_only_developers_have() -> None:
    """They import nothing of the tests, and read no data but what is shipped."""
    for path in (ROOT / "examples").rglob("*.py"):
        text = path.read_text()
        assert not re.search(r"^\s*(?:from|import) tests\b", text, re.MULTILINE), path
        assert "shared" not in text, path


@pytest.mark.full
@CHROMIUM.needed
def test_a_task_is_recorded_and_run_again_for_another_row() -> None:
    """In a real browser: the row that was meant wherever it stands, another one, or none at all."""
    command = [sys.executable, "-m", "examples.recording"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Recorded 3 actions in" in done.stdout
    assert done.stdout.count("succeeded: 3 of 3 steps in") == 2
    assert "rehearsed: 1 of 3 steps in" in done.stdout
    assert 'Step 3 failed: expected the button "Delete"' in done.stdout
    assert done.stdout.rstrip().endswith("# The shop has Zoe, Ada.")


def test_without_a_browser_the_recording_says_what_to_install(tmp_path: Path) -> None:
    """One line, exit code 1, no traceback."""
    command = [sys.executable, "-m", "examples.recording"]
    environment = {"HOME": str(tmp_path), "PATH": str(tmp_path)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "install Chromium" in done.stderr


@pytest.mark.full
def test_the_page_opens_on_a_sample_board() -> None:
    """`./run page`, which reads nothing of one's own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "examples.page", "--json", "--no-browser", "--port", "0"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    told = json.loads("".join(process.stdout.readline() for _ in range(4)))
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert process.returncode == 0
    assert re.match(rf"http://[\w.]+:{told['port']}/\?token=", told["url"])
