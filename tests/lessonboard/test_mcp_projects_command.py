"""`lessonboard admin mcp-projects` and `close-projects` change the user's own settings alone."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board
from tests.blackboard.lessons import lesson
from tests.command_line import Run, settings_file

TEXT = "# mine\n[context]\nmax = 3 # few\n"


def _know_the_project(tmp_path: Path) -> None:
    with Board.open(tmp_path / "board.db") as board:
        board.append([lesson("comb", "Oil the comb.", project="github.com/ada/kite")])


def test_projects_are_opened_and_closed_again(run: Run, tmp_path: Path) -> None:
    """By any of their names; comments and other settings stay."""
    file = settings_file(tmp_path)
    file.write_text(TEXT)
    _know_the_project(tmp_path)
    assert run("admin", "mcp-projects", "kite", "--json").json == {
        "all_projects": False, "projects": ["github.com/ada/kite"],
    }  # fmt: skip
    assert file.read_text().startswith(TEXT)
    assert file.stat().st_mode & 0o777 == 0o600
    assert "and everywhere about github.com/ada/kite" in run("admin", "mcp-projects").out
    assert run("admin", "mcp-projects", "--undo", "kite", "--json").json["projects"] == []
    assert run("admin", "mcp-projects", "--all", "--json").json["all_projects"]
    assert not run("admin", "mcp-projects", "--undo", "--all", "--json").json["all_projects"]


def test_what_nobody_knows_is_not_opened(run: Run, tmp_path: Path) -> None:
    """A misspelt name says so, and nothing is written."""
    _know_the_project(tmp_path)
    wrong = run("admin", "mcp-projects", "kites")
    assert wrong.code == 2
    assert "no project is called 'kites'" in wrong.err
    assert not settings_file(tmp_path).exists()


def test_settings_that_are_broken_stay_as_they_are(run: Run, tmp_path: Path) -> None:
    """The user mends them first."""
    settings_file(tmp_path).write_text("[mcp\n")
    done = run("admin", "mcp-projects", "--all")
    assert done.code != 0
    assert settings_file(tmp_path).read_text() == "[mcp\n"
