"""The example programs do what they are shown for."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from examples import demo
from examples.worker import work
from tests.commands import run_command
from tests.optional_parts import CHROMIUM

ROOT = Path(__file__).parent.parent.parent
MOST_BYTES = 120_000_000
MOST_LINES = 45
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


def test_the_demo_ends_with_what_the_next_agent_is_shown(tmp_path: Path) -> None:
    """On one screen, from the samples alone: nothing is read or written in one's own home."""
    shutil.copytree(demo.SAMPLES / "codex", tmp_path / ".codex" / "sessions")
    before = sorted(tmp_path.rglob("*"))
    command = [sys.executable, "-m", "examples.demo"]
    done = subprocess.run(
        command, cwd=ROOT, env={"HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert sorted(tmp_path.rglob("*")) == before
    assert done.stdout.count("\n") <= MOST_LINES
    assert "10 new sessions" in done.stdout
    assert "%" not in done.stdout
    _, shown = done.stdout.split("From earlier sessions (lessonboard):")
    assert "npm run test:unit" in shown


@pytest.mark.full
def test_the_demo_needs_what_a_user_installs(tmp_path: Path) -> None:
    """In a copy without an environment: a hundred megabytes, no server and no test tool."""
    names = ("run", "pyproject.toml", "README.md", "LICENSE", "examples",
             "blackboard", "reflect", "scheduler", "lessonboard")  # fmt: skip
    for name in names:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, tmp_path / name)
    done = subprocess.run(["./run", "demo"], cwd=tmp_path, capture_output=True, text=True,
                          check=False)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    files = [path for path in (tmp_path / ".venv-demo").rglob("*") if path.is_file()]
    assert sum(path.lstat().st_size for path in files) < MOST_BYTES
    assert not [path for path in files if path.parent.name in ("django", "pytest", "psycopg")]


def test_what_the_demo_ends_with_is_what_a_hook_adds_to_that_prompt(tmp_path: Path) -> None:
    """In a repository of that project, after the same import."""
    demo.add_samples(tmp_path)
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    run = partial(run_command, cwd=tmp_path, env=environment)
    run(["session", "import"])
    words = shlex.split(demo.NEXT_AGENT)[1:]
    for line in (["init", "-q"], ["remote", "add", "origin", "git@github.com:example/parcel-api"]):
        subprocess.run(["git", *line], cwd=tmp_path, env=environment, check=True)
    event = {"session_id": "s", "hook_event_name": "UserPromptSubmit", "cwd": str(tmp_path),
             "prompt": words[-1], "transcript_path": str(tmp_path / "none.jsonl")}  # fmt: skip
    added = run(["hook", "claude"], stdin=json.dumps(event)).json["hookSpecificOutput"]
    assert added["additionalContext"].strip() == run(words).out.strip()


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
