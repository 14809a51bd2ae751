"""`lesson keep` and `lesson drop`, and what a person is shown once of what is remembered."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.sources.repository import project_of
from lessonboard.announcing import announce as record
from lessonboard.announcing import sentences
from lessonboard.bootstrap import App
from lessonboard.cli import announcing
from lessonboard.said_once import meant_at, waiting
from reflect.guards.prohibiting import propose
from tests.blackboard.lessons import lesson, said
from tests.command_line import Run
from tests.commands import COMMAND

TABS, NPM = "Never use tabs here.", "Don't use npm here."


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository, in which the commands are given."""
    place = tmp_path / "kite"
    subprocess.run(["git", "init", "-q", str(place)], check=True)
    return place


@pytest.fixture
def path(tmp_path: Path, repository: Path) -> Path:
    """A board with two sentences of its person, the prohibition being the newer one."""
    path, project = tmp_path / "board.db", project_of(str(repository))
    with Board.open(path) as board:
        board.append([said("tabs", TABS, project=project, at=1_700_000_000),
                      said("npm", NPM, project=project, at=1_700_000_100),
                      lesson("mined", "Run `make seed` first.", project=project)])  # fmt: skip
        propose(board)
    return path


@pytest.fixture
def app(path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch) -> App:
    """That board, with a person at a terminal in the repository."""
    monkeypatch.chdir(repository)
    monkeypatch.setattr(announcing, "are_terminals", lambda output: True)
    monkeypatch.setattr(announcing, "why_refused", lambda app: "")
    return App(str(path))


def statuses(path: Path) -> dict[str, str]:
    """How each lesson stands."""
    with Board.open(path) as board:
        return {row["id"]: row["status"] for row in board.view("lessons")}


def test_keep_means_the_newest_sentence_and_says_what_a_guard_would_do(
    run: Run, path: Path, repository: Path
) -> None:
    """With an ID it is that one; once none waits, that is an error that says what else there is."""
    kept = run("lesson", "keep", folder=repository)
    assert f"npm: approved, project scope\n  {NPM}" in kept.out
    offer = "`lessonboard lesson guard npm`: will ask before `npm`; not used last month."
    assert offer in kept.err
    dropped = run("lesson", "drop", "tabs", "--json", folder=repository)
    assert (dropped.json["status"], dropped.err) == ("rejected", "")
    assert statuses(path) == {"tabs": "rejected", "npm": "approved", "mined": "candidate"}
    none = run("lesson", "keep", folder=repository)
    assert none.code == 1
    assert "nothing that you said waits" in none.err


def test_without_a_name_the_sentence_is_meant_that_was_shown_last(path: Path) -> None:
    """By then; before anything was shown, the one that was said last."""
    with Board.open(path) as board:
        project = board.row("lessons", "tabs")["project"]
        before = board.row("lessons", "npm")["learnt_at"]
        record(board, [board.row("lessons", "tabs")], (), "session")
        [shown] = board.view("announcements")
        assert [row["id"] for row in waiting(board, project)] == ["tabs", "npm"]
        assert meant_at(board, project, shown["at"] + 1) == "tabs"
        assert meant_at(board, project, max(before, shown["at"] - 1)) == "npm"
        assert meant_at(board, project, 0) == ""


def test_the_next_command_says_once_what_is_remembered(
    app: App, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error; what was announced elsewhere is left out."""
    announcing.announce(app)
    captured = capsys.readouterr()
    assert captured.err == (
        f'lessonboard will remember: "{TABS}", "{NPM}" (lessonboard lesson keep, '
        "lessonboard lesson drop the last one; `lessonboard lesson review` for all)\n"
    )
    assert captured.out == ""
    announcing.announce(app)
    assert capsys.readouterr().err == ""
    with Board.open(path) as board:
        assert {row["lesson"]: row["place"] for row in board.view("announcements")} == {
            "tabs": "command", "npm": "command",
        }  # fmt: skip


def test_the_next_command_says_the_next_step_once(
    app: App, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A guard that waits for a yes, where no offer was shown when the lesson was approved."""
    with Board.open(path) as board:
        record(board, sentences(board, {}), (), "session")
        board.append([
            lesson("npm", NPM)._replace(
                type="lesson.approved", payload={"lesson": "npm", "by": "human"}, actor="human",
                occurred_at=None,
            )
        ])  # fmt: skip
    announcing.announce(app)
    assert "`lessonboard lesson guard npm`" in capsys.readouterr().err
    announcing.announce(app)
    assert capsys.readouterr().err == ""


def test_an_agent_or_a_pipe_is_told_nothing(
    app: App,
    path: Path,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It counts as not shown, also where an agent has a terminal."""
    monkeypatch.setattr(announcing, "why_refused", lambda app: "a session of Claude Code")
    announcing.announce(app)
    monkeypatch.undo()
    monkeypatch.chdir(repository)
    monkeypatch.setattr(announcing, "why_refused", lambda app: "")
    announcing.announce(app)
    assert capsys.readouterr().err == ""
    with Board.open(path) as board:
        assert board.view("announcements") == []


def test_the_report_says_what_waits_and_what_is_remembered(
    run: Run, path: Path, repository: Path
) -> None:
    """Also in a pipe, which announces nothing."""
    out = run("lesson", "report", "--all", folder=repository).out
    assert "3 wait for you: `lessonboard lesson review --all`" in out
    assert f'lessonboard will remember: "{TABS}", "{NPM}"' in out
    found = run("lesson", "report", "--json", folder=repository).json
    assert found["waiting"] == 3
    assert {row["id"] for row in found["remembering"]} == {"tabs", "npm"}
    with Board.open(path) as board:
        assert board.view("announcements") == []
        record(board, sentences(board, {}), (), "page")
    assert "will remember" not in run("lesson", "report", "--all", folder=repository).out


def test_any_command_at_a_terminal_says_it_at_its_end(path: Path, repository: Path) -> None:
    """Once; a command that a program calls says nothing of it."""
    ours, theirs = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "HOME": str(path.parent), "TERM": "xterm"}

    def typed(*words: str) -> str:
        line = [str(COMMAND), "--db", str(path), *words]
        subprocess.run(
            line, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs, cwd=repository,
            env=environment, check=True, start_new_session=True,
        )  # fmt: skip
        os.write(theirs, b"end\n")
        shown = ""
        while "end" not in shown:
            shown += os.read(ours, 4096).decode()
        return shown

    assert "will remember" not in typed("status-line")
    assert f'lessonboard will remember: "{TABS}", "{NPM}"' in typed("lesson")
    assert "will remember" not in typed("lesson")
    os.close(ours)
    os.close(theirs)
