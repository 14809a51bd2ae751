"""A board that is not there or holds nothing says so, and which command reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessonboard.bootstrap import App
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.fixing import fix
from lessonboard.mcp.reading import context
from lessonboard.mcp.recall import recall
from tests.command_line import Run

READS = "`lessonboard session import` reads the history of the coding agents on this machine"
READ_COMMANDS = (
    "search seeding", "fix npm error", "session", "session a99", "session export", "lesson",
    "lesson --guards", "lesson ID", "lesson report", "lesson context --prompt seed",
    "lesson export --to agents-md", "lesson review --json", "admin events", "admin queue",
    "admin project", "admin model", "admin verify", "doctor --secrets",
    "recording", "automation --runs", "team", "forget --before 1d --reason x --dry-run",
)  # fmt: skip


@pytest.mark.parametrize("words", READ_COMMANDS)
def test_a_read_makes_no_board(run: Run, tmp_path: Path, words: str) -> None:
    """A mistyped --db is an error that names the path and what fills it."""
    missing = tmp_path / "elsewhere" / "mistyped.db"
    ran = run("--db", str(missing), *words.split())
    assert ran.code == 1
    assert f"there is no board at {missing}, and a read makes none" in ran.err
    assert READS in ran.err
    assert not missing.parent.exists()


def test_the_default_board_is_not_made_either(run: Run, tmp_path: Path) -> None:
    """It says that nothing was read yet."""
    ran = run("search", "seeding", LESSONBOARD_DB="")
    assert ran.code == 1
    assert ran.err.startswith("lessonboard: nothing was read yet: there is no board at ")
    assert READS in ran.err
    assert list((tmp_path / "home").iterdir()) == []


def test_words_alone_make_none_either(run: Run, tmp_path: Path) -> None:
    """Without a terminal nobody is asked."""
    ran = run("some error text", LESSONBOARD_DB="")
    assert ran.code == 1
    assert READS in ran.err
    assert list((tmp_path / "home").iterdir()) == []


@pytest.mark.parametrize(
    "words", ["search quokka", "fix npm error: quokka", "session", "lesson", "lesson report"]
)
def test_an_empty_board_says_that_nothing_was_read(run: Run, words: str) -> None:
    """And which command reads."""
    assert f"No session was read yet: {READS}." in run(*words.split()).out


@pytest.mark.parametrize("words", ["search quokka", "fix npm error: quokka", "lesson"])
def test_a_board_with_sessions_does_not(imported: Run, words: str) -> None:
    """There was something to find it in."""
    assert READS not in imported(*words.split()).out


def test_an_agent_is_told_as_well(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By each tool that looks for something."""
    monkeypatch.chdir(tmp_path)
    shared = ServerContext(App(str(tmp_path / "board.db")), "test", 1.0)
    for answer in (
        recall(shared, "quokka"),
        recall(shared),
        fix(shared, "npm error: quokka"),
        context(shared, prompt="Feed the quokka."),
    ):
        assert f"No session was read yet: {READS}." in answer


def test_a_list_of_sessions_says_when_there_are_more(imported: Run) -> None:
    """And nothing where it is complete."""
    assert "There are more; --limit 4 shows the next ones too." in imported(
        "session", "--limit", "2"
    ).out  # fmt: skip
    assert len(imported("session", "--limit", "2", "--json").json) == 2
    assert "There are more" not in imported("session", "--limit", "10").out
