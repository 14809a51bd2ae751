"""`lesson mute`: a lesson is not shown in one project or session."""

from __future__ import annotations

import json
from pathlib import Path

from blackboard import Board, Situation
from tests.blackboard.lessons import HERE, lesson, told
from tests.command_line import Run


def _board(folder: Path) -> None:
    with Board.open(folder / "board.db") as board:
        board.append([
            lesson("lesson-comb", "Comb first, and fine.", commands=["npm test"],
                   trust="human"),
            told("lesson.approved", "lesson-comb", by="human"),
        ])  # fmt: skip


def _context(run: Run) -> str:
    return run("lesson", "context", "--command", "npm test", "--project", HERE).out


def test_it_is_muted_in_a_project_until_that_is_undone(run: Run, tmp_path: Path) -> None:
    """Which the commands say, in words and as JSON, however often they are given."""
    _board(tmp_path)
    assert "Comb first" in _context(run)
    said = run("lesson", "mute", "lesson-c", "--project", HERE, "--reason", "noise")
    assert said.out == f"lesson-comb: muted in {HERE}\n"
    assert "muted already" in run("lesson", "mute", "lesson-comb", "--project", HERE).out
    assert "Comb first" not in _context(run)
    told_again = run("lesson", "mute", "--undo", "lesson-comb", "--project", HERE, "--json")
    assert json.loads(told_again.out) == {
        "id": "lesson-comb", "session": None, "project": HERE, "muted": False, "new": True,
    }  # fmt: skip
    assert "Comb first" in _context(run)


def test_in_one_session_alone(run: Run, tmp_path: Path) -> None:
    """Others are shown it."""
    _board(tmp_path)
    assert run("lesson", "mute", "lesson-comb", "--session", "s1").code == 0
    with Board.open(tmp_path / "board.db") as board:
        texts = [
            board.context(Situation(command="npm test", project=HERE, session=name)).text
            for name in ("s1", "s2")
        ]
    assert ["Comb first" in text for text in texts] == [False, True]


def test_a_place_must_be_one(run: Run, tmp_path: Path) -> None:
    """Both a session and a project are a mistake, and so is a lesson that nobody knows."""
    _board(tmp_path)
    both = run("lesson", "mute", "lesson-comb", "--session", "s", "--project", HERE)
    assert (both.code, "not both" in both.err) == (2, True)
    assert run("lesson", "mute", "lesson-x", "--session", "s").code == 1
