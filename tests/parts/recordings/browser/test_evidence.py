"""What runs leave on the board, without a browser: events, lessons, and their end."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.delivery.situation import Situation
from blackboard.events.lesson import LessonApproved
from lessonboard.parts.recordings.browser.evidence import Learnt, learn, tell
from lessonboard.parts.recordings.browser.expected import Seen
from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
from lessonboard.parts.recordings.browser.report import write_report
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings

CRITIC = Critic(CriticSettings())
SEEN = Seen("http://a.example/b?q=private", "Title | `x`", ("One",), ('button "Keep"',))


def ran(run: str, *, fails: bool, at: int = 1_700_000_000_000_000) -> Rerun:
    """A run of two steps, whose second may fail."""
    first = StepOutcome(1, 0, "Press A.", "done", 0.5, "role and name")
    second = StepOutcome(2, 4, "Press | `B`.", "done", 0.5, "label")
    if fails:
        second = StepOutcome(2, 4, "Press | `B`.", "failed", 1.0, expected='the button "B"',
                             seen=SEEN, screenshot=b"png")  # fmt: skip
    return Rerun(run, "Task-1", "A task", at, 2.0, {"user": "bob"}, (first, second))


def taught(board: Board, run: Rerun) -> Learnt:
    """Put a run on the board with what it teaches."""
    return learn(board, run, tell(board, run, "p"), "p", CRITIC)


def test_a_step_that_works_again_retires_its_lesson(board: Board) -> None:
    """A fixed failure is not shown any more; if it returns, so does the lesson."""
    first = taught(board, ran("r1", fails=True))
    assert taught(board, ran("r2", fails=False)) == Learnt("nothing", "")
    assert board.row("lessons", first.lesson)["status"] == "retired"
    assert taught(board, ran("r3", fails=True)) == Learnt("recurred", first.lesson)
    assert board.row("lessons", first.lesson)["status"] == "candidate"
    assert taught(board, ran("r4", fails=False)) == Learnt("nothing", "")
    assert board.row("lessons", first.lesson)["status"] == "retired"


def test_a_lesson_of_a_run_is_for_runs_of_that_workflow_alone(board: Board) -> None:
    """Its words call for nothing, approved or not, but its command; nor does another's run."""
    lesson = taught(board, ran("r1", fails=True)).lesson
    board.record(LessonApproved(lesson=lesson, by="human"), actor="test", project="p")
    row = board.row("lessons", lesson)
    words = (row["constraint"], row["symptom"], row["root_cause"], " ".join(row["tags"]))

    def shown(prompt: str = "", command: str = "") -> list[str]:
        return list(board.context(Situation(prompt, "p", command=command)).ids)

    for prompt in (*words, " ".join(words)):
        assert shown(prompt=prompt.replace("recording run", "")) == []
    assert shown(command="lessonboard recording run Task-2") == []
    assert shown(command="lessonboard recording") == []
    assert shown(command="lessonboard recording run Task-1 --param user=bob") == [lesson]
    assert shown(command=".venv/bin/lessonboard recording run --dry-run 'Task-1'") == [lesson]


def test_a_failure_keeps_the_lessons_of_other_tasks(board: Board) -> None:
    """Only a completed step affects its lesson."""
    first = taught(board, ran("r1", fails=True))
    taught(board, ran("r2", fails=True))
    assert board.row("lessons", first.lesson)["status"] == "candidate"


@pytest.mark.parametrize("cause", ["login", "denied"])
def test_nothing_is_learnt_of_who_was_not_signed_in(board: Board, cause: str) -> None:
    """No lesson comes of it, and one that was retired does not return."""
    first = taught(board, ran("r1", fails=True))
    taught(board, ran("r2", fails=False))
    expired = ran("r3", fails=True)
    step = replace(expired.steps[1], cause=cause)
    expired = replace(expired, steps=(expired.steps[0], step))
    assert taught(board, expired) == Learnt("nothing", "")
    assert board.row("lessons", first.lesson)["status"] == "retired"
    assert len(board.view("lessons")) == 1


def test_the_event_of_a_run_says_what_failed(board: Board) -> None:
    """The index is that of the recording, and addresses are without what was asked for."""
    tell(board, ran("r1", fails=True), "p")
    (event,) = board.read(types=["workflow.rerun"])
    assert event.payload is not None
    assert event.payload["failed_step"] == 4
    assert event.payload["steps_done"] == 1
    assert "private" not in str(event.payload)
    assert 'button "Keep"' in event.payload["seen"]


def test_a_report_is_markdown_that_no_page_can_steer(tmp_path: Path) -> None:
    """What comes from pages is quoted; the folder is its owner's alone."""
    page = write_report(ran("r1", fails=True), tmp_path / "report")
    text = page.read_text()
    assert "Press \\| \\`B\\`" in text
    assert "`Title | 'x'`" in text
    report = json.loads((page.parent / "report.json").read_text())
    assert report["steps"][1]["seen"]["candidates"] == ['button "Keep"']
    files = [path for path in page.parent.rglob("*") if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
