"""The example programs do what they are shown for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from examples.worker import work
from tests.scheduler.browser.tasks import why_no_browser

ROOT = Path(__file__).parent.parent.parent


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


def test_the_demo_shows_lessons_a_search_and_a_context(tmp_path: Path) -> None:
    """The main job runs on the sample sessions and ends with something worth telling."""
    command = [sys.executable, str(ROOT / "examples" / "demo.py"), str(tmp_path / "board.db")]
    done = subprocess.run(
        command, env={"HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert "From earlier sessions (lessonboard):" in done.stdout
    assert "npm run test:unit" in done.stdout


@pytest.mark.usefixtures("shared_data")
def test_a_recurring_failure_becomes_a_draft_pull_request() -> None:
    """A real session's worst pattern goes the whole way on stand-ins: first shown, then done."""
    command = [sys.executable, "-m", "examples.improvement"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.index("Dry run: it would") < done.stdout.index("Closes #1")
    assert "- [ ] <code>the pattern does not recur" in done.stdout


@pytest.mark.skipif(bool(why_no_browser()), reason=why_no_browser())
def test_a_task_is_recorded_and_run_again_with_other_values() -> None:
    """In a real browser: what was typed once is a parameter of the next run."""
    command = [sys.executable, "-m", "examples.recording"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Recorded 3 actions" in done.stdout
    assert "Filter coffee" in done.stdout
    assert "3 of 3 steps in" in done.stdout
