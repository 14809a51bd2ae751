"""What `doctor` says of the checks that lessons were made into."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board
from examples.stand_ins.workplace import Workplace, git
from lessonboard.bootstrap import App
from lessonboard.parts.automation.checks.settle import settle
from lessonboard.parts.automation.checks.span import span_of
from lessonboard.parts.automation.doctor import checks
from tests.blackboard.lessons import HERE, lesson, told

LINE = "- Sew."


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """A checkout of the project, and the working folder."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    made = Workplace(tmp_path).make({"AGENTS.md": "# Kites\n"}, {})
    git(made.checkout, "remote", "set-url", "origin", f"https://{HERE}.git")
    monkeypatch.chdir(made.checkout)
    return made


def found(board: Board) -> list[tuple[str, str]]:
    """The level and the words of each finding."""
    return [(each.level, each.found) for each in checks.settled(App(), board)]


def test_doctor_says_how_checks_stand_and_writes_nothing(board: Board, place: Workplace) -> None:
    """From the patch to the merge, the rest, and a folder of no project."""
    lines, digest = span_of([LINE])
    check = {"kind": "rule-line", "file": "AGENTS.md", "lines": lines, "digest": digest}
    board.append([lesson("l", "Sew.", status="approved")])
    assert found(board) == []
    board.append([told("lesson.compiled", "l", **check)])
    assert found(board) == [("note", "1 lesson with a check that is not in the default branch")]
    (place.checkout / "AGENTS.md").write_text(LINE)
    git(place.checkout, "commit", "--quiet", "--all", "--message", "x")
    git(place.checkout, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert found(board) == [("note", "1 lesson whose check came or went")]
    assert board.row("lessons", "l")["resting"] == 0
    list(settle(board, HERE, place.checkout))
    assert found(board) == [("good", "1 lesson with a check that holds")]
    git(place.checkout, "update-ref", "-d", "refs/remotes/origin/main")
    ((_, words),) = found(board)
    assert "no default branch" in words
