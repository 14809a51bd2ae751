"""What waits for a person, and what the issues of merged improvements are told."""

from __future__ import annotations

from pathlib import Path

from blackboard.board import Board
from blackboard.events.automation import ManualQueued, RunCompleted, RunStarted
from blackboard.events.payload import new
from tests.command_line import Run


def _queue(tmp_path: Path, *requests: str) -> None:
    with Board.open(tmp_path / "board.db") as board:
        for name in requests:
            told = ManualQueued(request=name, reason="no `gh`", action="Install gh, then resume.")
            board.append([new(told, stream=f"run:{name}", project="p")])


def test_what_waits_for_a_person_is_listed_with_what_to_do(run: Run, tmp_path: Path) -> None:
    """Each request once, with its reason; nothing where nothing waits."""
    assert "Nothing waits" in run("automation", "--manual").out
    _queue(tmp_path, "r1", "r1", "r2")
    told = run("automation", "--manual", "--json").json
    assert [each["request"] for each in told] == ["r1", "r2"]
    assert {"request", "reason", "action", "at", "project"} == set(told[0])
    assert "Install gh" in run("automation", "--manual").out


def test_what_was_done_after_all_waits_no_more(run: Run, tmp_path: Path) -> None:
    """A run that came to its end takes its request off the list."""
    _queue(tmp_path, "r1")
    with Board.open(tmp_path / "board.db") as board:
        started = RunStarted(run="run1", request="r1", workflow="default", steps=["1"])
        board.append([new(started, stream="run:run1", project="p")])
        board.append([new(RunCompleted(run="run1"), stream="run:run1", project="p")])
    assert run("automation", "--manual", "--json").json == []


def test_measuring_says_when_there_is_nothing_to_tell(run: Run) -> None:
    """Without a merged improvement no issue is told, and nobody is asked."""
    run("automation", "record", "--kind", "merge", "--pr", "1", "--project", "github.com/acme/web")
    done = run("automation", "run", "--measure", "--project", "github.com/acme/web", "--dry-run")
    assert (done.code, done.out) == (0, "0 issues would be commented on.\n")
    assert run("automation", "run", "--measure").code == 1
