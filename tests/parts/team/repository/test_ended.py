"""What is said of a trust that ended by itself, and of opposites that a new one brings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from lessonboard.bootstrap import App
from lessonboard.cli.main import cli
from lessonboard.parts.team import ended, exchanging
from lessonboard.parts.team.repositories import distrust
from tests.blackboard.lessons import lesson
from tests.parts.team.repository.clones import Clone, clone, origin, text

ALWAYS = "Always run `make gen` before the tests"
NEVER = "Never run `make gen` before the tests"


@pytest.fixture
def bo(tmp_path: Path) -> Iterator[Clone]:
    """Bo's clone, whose default branch has a lesson that is against his own."""
    bare = origin(tmp_path)
    anna = clone(tmp_path, bare, "anna")
    anna.write("gen.md", text("gen", ALWAYS, commands="make gen"))
    anna.merge()
    found = clone(tmp_path, bare, "bo", tmp_path / "board.db")
    yield found
    for each in (anna, found):
        each.board.close()


def _run(person: Clone, monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str]:
    monkeypatch.chdir(person.top)
    path = str(person.board.path)
    done = CliRunner().invoke(cli, ["--db", path, "team", *words], obj=App(path))
    return done.exit_code, f"{done.output}{done.exception or ''}"


def test_a_trust_that_ended_by_itself_is_said_until_it_is_given_again(bo: Clone) -> None:
    """At each exchange; one that its person ended is not."""
    url = bo.git("remote", "get-url", "origin")
    bo.trust()
    assert exchanging.sync_all(bo.board) == []
    bo.git("remote", "set-url", "origin", "https://git.example/else/where.git")
    for _ in range(2):
        (fault,) = exchanging.sync_all(bo.board) or []
        assert "kite is no longer trusted: " in fault
        assert "which is trusted only once you say so" in fault
    bo.git("remote", "set-url", "origin", url)
    bo.trust()
    assert exchanging.sync_all(bo.board) == []
    distrust(bo.board, bo.place.source, "enough")
    assert exchanging.sync_all(bo.board) is None


def test_it_is_said_for_a_week(bo: Clone, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the microsecond."""
    bo.trust()
    distrust(bo.board, bo.place.source, "its checkouts are of others now")
    ended.note(bo.board, bo.place.source)
    (event,) = bo.board.read(types=["team.distrusted"])
    week = 7 * 24 * 3600 * 1_000_000
    for late, said in ((0, 1), (1, 0)):
        monkeypatch.setattr(bo.board.log, "now", lambda late=late: event.occurred_at + week + late)
        assert len(ended.faults(bo.board)) == said


def test_a_sync_that_ends_the_only_trust_names_no_other_fault(
    bo: Clone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the board exchanges with no team is none."""
    bo.trust()
    bo.git("remote", "set-url", "origin", "https://git.example/else/where.git")
    code, said = _run(bo, monkeypatch, "sync")
    assert (code, "is no longer trusted" in said, "no team" in said) == (0, True, False), said


@pytest.mark.parametrize("way", ["trust", "sync"])
def test_opposites_are_found_where_nothing_runs_in_the_background(
    bo: Clone, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """By the command that imports them."""
    bo.board.append([lesson("mine", NEVER, project=bo.place.project, commands=["make gen"])])
    if way == "trust":
        code, said = _run(bo, monkeypatch, "trust", "--yes")
    else:
        bo.trust()
        code, said = _run(bo, monkeypatch, "sync")
    assert code == 0, said
    row = bo.board.row("lessons", f"gen@{bo.place.source}")
    assert [each["other"] for each in row["contradicts"]] == ["mine"]
