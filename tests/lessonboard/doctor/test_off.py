"""Whatever is off is reported, because intended silence looks like a failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.doctor import off
from lessonboard.switching import Subject, switch_off, switch_on


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of the user's settings, not existing yet; the working folder is another one."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("LESSONBOARD_OFF", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    path = tmp_path / "config/lessonboard/config.toml"
    path.parent.mkdir(parents=True)
    return path


def test_nothing_is_off(config: Path, board: Board) -> None:
    """Also on a board on which something was off once, and without one."""
    switch_off(board, [Subject("p")])
    switch_on(board, [Subject("p")])
    board.catch_up()
    for each in (board, None):
        found = off.look(App(), each)
        assert (found.level, found.advice) == ("good", "")
        assert found.found == "nothing: sessions everywhere are remembered"


def test_everything_that_is_off_is_named(
    config: Path, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By decision, by the settings, and in the folder and the environment of who asks."""
    config.write_text('[capture]\nexclude = ["~/clients/*", "secret-*"]\n')
    switch_off(board, [Subject("github.com/acme/kite"), Subject(session="s1")], reason="noise")
    board.catch_up()
    monkeypatch.setenv("LESSONBOARD_OFF", "1")
    found = off.look(App(), board)
    assert found.level == "note"
    for each in ("github.com/acme/kite", "session s1", "~/clients/*, secret-*",
                 "here: LESSONBOARD_OFF is set"):  # fmt: skip
        assert each in found.found
    assert found.details is not None
    assert {each["reason"] for each in found.details["decided"]} == {"noise"}


def test_a_repository_that_is_off_is_said_in_it(config: Path, board: Board) -> None:
    """Its settings speak of no other folder."""
    Path(".lessonboard.toml").write_text("[capture]\noff = true\n")
    assert ".lessonboard.toml" in off.look(App(), board).found
