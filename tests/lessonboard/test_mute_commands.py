"""`lesson mute` and `unmute`: a lesson is told no more in one project or session."""

from __future__ import annotations

import json
from pathlib import Path

from blackboard.board import Board
from tests.blackboard.lessons import HERE, lesson, told
from tests.command_line import Run


def _board(folder: Path) -> None:
    with Board.open(folder / "board.db") as board:
        board.append([
            lesson("lesson-comb", "Comb first, and fine.", commands=["npm test"],
                   trust="human"),
            told("lesson.approved", "lesson-comb", by="human"),
        ])  # fmt: skip


def _context(run: Run, *more: str) -> str:
    return run("context", "--command", "npm test", "--project", HERE, *more).out


def test_it_is_muted_in_a_project_until_it_is_unmuted(run: Run, tmp_path: Path) -> None:
    """Which the commands say, in words and as JSON, however often they are given."""
    _board(tmp_path)
    assert "Comb first" in _context(run)
    said = run("lesson", "mute", "lesson-c", "--project", HERE, "--reason", "noise")
    assert said.out == f"lesson-comb: muted in {HERE}\n"
    assert "muted already" in run("lesson", "mute", "lesson-comb", "--project", HERE).out
    assert "Comb first" not in _context(run)
    told_again = run("lesson", "unmute", "lesson-comb", "--project", HERE, "--json")
    assert json.loads(told_again.out) == {
        "id": "lesson-comb", "session": None, "project": HERE, "muted": False, "new": True,
    }  # fmt: skip
    assert "Comb first" in _context(run)


def test_in_one_session_alone(run: Run, tmp_path: Path) -> None:
    """Others are told it."""
    _board(tmp_path)
    assert run("lesson", "mute", "lesson-comb", "--session", "s1").code == 0
    assert "Comb first" not in _context(run, "--session", "s1")
    assert "Comb first" in _context(run, "--session", "s2")


def test_a_place_must_be_one(run: Run, tmp_path: Path) -> None:
    """Both a session and a project are a mistake, and so is a lesson that nobody knows."""
    _board(tmp_path)
    both = run("lesson", "mute", "lesson-comb", "--session", "s", "--project", HERE)
    assert (both.code, "not both" in both.err) == (2, True)
    assert run("lesson", "mute", "lesson-x", "--session", "s").code == 1
