"""`lessonboard lesson review`: what waits in this project, with what stands beside it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.sources.repository import project_of
from reflect.miner.mine import mine
from tests.blackboard.lessons import lesson, told
from tests.command_line import Run
from tests.reflect.talks import edited, says, session


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository, in which the command is given."""
    place = tmp_path / "kite"
    subprocess.run(["git", "init", "-q", str(place)], check=True)
    return place


@pytest.fixture
def path(tmp_path: Path, repository: Path) -> Path:
    """A board on which two lessons and an insight of that repository wait, and one of another."""
    path, project = tmp_path / "board.db", project_of(str(repository))
    insight = {
        "insight": "insight-1", "statement": "The loom is old.", "category": "patterns",
        "confidence": 0.8, "actionable": True, "learned_from": "by-hand", "evidence": [],
        "status": "candidate",
    }  # fmt: skip
    with Board.open(path) as board:
        board.append([
            lesson("seed", "Run `make seed` first.", project=project, at=1_700_000_001),
            lesson("known", "Run `make seed` first!", project=project),
            told("lesson.approved", "known", by="human"),
            lesson("other", "Elsewhere.", project="elsewhere"),
            NewEvent("insight.curated", "insight:insight-1", insight, 3, project),
        ])  # fmt: skip
        talk = [says("Look at the docs."), edited(), says("Don't use npm here."), edited()]
        board.append(session(talk, "s1", project=project))
        mine(board)
    return path


def statuses(path: Path) -> dict[str, str]:
    """How each lesson and insight stands, what was said in a session as `npm`."""
    with Board.open(path) as board:
        rows = [*board.view("lessons"), *board.view("insights")]
        return {_name(row["id"]): row["status"] for row in rows}


def _name(id: str) -> str:
    return "npm" if id.startswith("lesson-") else id


def test_it_goes_through_lessons_and_insights_of_this_project(
    run: Run, path: Path, repository: Path
) -> None:
    """Drop, keep; with what says the same, and how often a prohibition was gone against."""
    done = run("lesson", "review", folder=repository, stdin="d\nk\nk\n")
    assert done.code == 0
    assert "As a guard it will ask before `npm`; not used last month." in done.out
    assert "known (approved) says the same" in done.err
    assert ": will ask before `npm`; not used last month." in done.err
    found = statuses(path)
    assert (found["npm"], found["seed"], found["insight-1"]) == ("approved", "rejected", "approved")
    assert found["other"] == "candidate"


def test_what_is_skipped_or_left_waits(run: Run, path: Path, repository: Path) -> None:
    """Quitting among the lessons asks about no insight."""
    done = run("lesson", "review", folder=repository, stdin="s\nq\n")
    assert "The loom is old." not in done.out
    assert list(statuses(path).values()).count("candidate") == 4


def test_it_lists_as_json_and_decides_nothing(run: Run, path: Path, repository: Path) -> None:
    """Of this project, of a named one, or of all; outside of a repository one is named."""

    def ids(*arguments: str, folder: Path | None = repository) -> list[str]:
        found = run("lesson", "review", *arguments, "--json", folder=folder).json
        return sorted(_name(row["id"]) for row in (*found["waiting"], *found["insights"]))

    assert ids() == ["insight-1", "npm", "seed"]
    assert ids("--project", "elsewhere", folder=None) == ["other"]
    assert ids("--all", folder=None) == ["insight-1", "npm", "other", "seed"]
    assert run("lesson", "review").code == 1
    assert ids("--all", "--project", "elsewhere") == ["other"]
    assert list(statuses(path).values()).count("candidate") == 4


def test_its_old_names_go_through_all_projects(run: Run, path: Path) -> None:
    """As they did, also with a project, and say what they are called now."""
    for words in (("lesson", "curate"), ("insight", "curate")):
        found = run(*words, "--json")
        assert len(found.json["waiting"]) == 3
        assert "is now `lesson review --all`" in found.err
    assert (
        run("lesson", "review", "--all", "--project", "elsewhere", "--json").json["insights"] == []
    )
