"""A search of a log that grew too fast for its index says how far it reached."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blackboard import Board, patience
from blackboard.errors import UnknownProject
from blackboard.storage.sqlite import passages, replay
from lessonboard import workers
from lessonboard.bootstrap import App
from lessonboard.cli.search import search
from lessonboard.mcp.context import ServerContext, _all_on
from lessonboard.mcp.reach import Reach
from lessonboard.mcp.recall import recall
from lessonboard.unread import unsearched
from tests.blackboard.recall.talk import prompt

FAR = (
    "3 of 8 events were searched, the newest first; titles and lessons of the last 8 events are "
    "not known yet; the next search and the worker after a session go on"
)


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> App:
    """A board with eight events that a program appended, where searches have no time at all."""
    monkeypatch.setattr(passages, "WINDOW", 3)
    monkeypatch.setattr(replay, "_SHORT", 3)
    monkeypatch.setattr(patience, "SECONDS_OF_A_SEARCH", 0.0)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with Board.open(tmp_path / "board.db") as board:
        board.append([prompt(f"s{number}", "zebra", project=None) for number in range(8)])
    return App(str(tmp_path / "board.db"))


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_the_command_says_it_beside_its_answer(
    app: App, form: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, so that programs read the same; a later one has no more to say."""
    search.main(["zebra", *form], obj=app, standalone_mode=False)
    said = capsys.readouterr()
    assert said.err == f"lessonboard: {FAR}\n"
    assert [f"s{number}" in said.out for number in range(8)] == [False] * 5 + [True] * 3
    with app.open() as board:
        board.index()
        board.catch_up()
    search.main(["zebra", *form], obj=app, standalone_mode=False)
    said = capsys.readouterr()
    assert said.err == ""
    assert all(f"s{number}" in said.out for number in range(8))


@pytest.mark.parametrize("words", ["zebra", "giraffe"])
def test_agents_are_shown_it_at_the_end(app: App, words: str) -> None:
    """Also where nothing was found, which then means less, and never that no session was read."""
    answer = recall(ServerContext(app, "test", 5.0), words)
    assert re.match(r"[36] of 8 events were searched, the newest first; ", answer.splitlines()[-1])
    assert "No session was read" not in answer


def test_the_worker_goes_on_to_the_end(app: App) -> None:
    """So that no later search has to."""
    workers.sweep_once(app, workers.background_worker(app))
    with app.open() as board:
        assert board.unindexed() == 0


def test_a_project_that_is_named_is_known_all_the_same(
    app: App, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name is not called unknown because nothing of it is folded yet."""
    with app.open() as board:
        board.append([prompt("kite", "zebra")])
    search.main(["zebra", "--project", "kite"], obj=app, standalone_mode=False)
    assert "kite" in capsys.readouterr().out
    with pytest.raises(UnknownProject):
        search.main(["zebra", "--project", "none"], obj=app, standalone_mode=False)


def test_a_project_that_no_view_knows_yet_stays_off(app: App) -> None:
    """Which projects may be shown is not decided in haste."""
    with app.open() as board:
        board.append([prompt(f"off{number}", "zebra", project="off") for number in range(8)])
        with patience.hurried():
            reach = Reach(None, lambda project: "switched off" if project == "off" else "")
            assert "off" not in (_all_on(board, reach, "here") or ["off"])


def test_a_moment_of_the_past_is_not_behind(app: App) -> None:
    """Nothing of it is missing, and nothing goes on."""
    with app.open() as board:
        board.catch_up()
        with board.as_of(4) as past:
            assert (past.local.lag(), past.unindexed(), unsearched(past)) == (0, 0, "")
