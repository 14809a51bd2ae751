"""Forges are chosen by name: the product's own, and those of plug-ins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.plugins.testing import registered
from lessonboard.bootstrap import App
from lessonboard.config import Config
from lessonboard.parts.automation.forge.forge import ForgeUnavailable
from lessonboard.parts.automation.forge.git_forge import GitForge
from lessonboard.parts.automation.forge.github_forge import GitHubForge
from lessonboard.parts.automation.forge.no_forge import NoForge
from lessonboard.parts.automation.orchestration import forge_of, requests_folder
from tests.parts.automation.forge.memory_forge import MemoryForge

PROJECT = "github.com/acme/web"


@pytest.fixture
def board() -> Iterator[Board]:
    """An empty board."""
    with Board.open(":memory:") as opened:
        yield opened


def app(tmp_path: Path, forge: str) -> App:
    """The program with a forge of its settings."""
    made = App(str(tmp_path / "board.db"))
    made.__dict__["config"] = Config.model_validate({"automation": {"forge": forge}})
    return made


def test_github_is_the_default_and_needs_a_project_there(board: Board, tmp_path: Path) -> None:
    """Elsewhere each call says why it cannot."""
    assert isinstance(forge_of(app(tmp_path, "github"), board, PROJECT), GitHubForge)
    nowhere = forge_of(app(tmp_path, "github"), board, "/home/ada/kite")
    assert isinstance(nowhere, NoForge)
    with pytest.raises(ForgeUnavailable, match="not on github"):
        nowhere.state_of(1)


def test_git_needs_a_checkout(board: Board, tmp_path: Path, monkeypatch: Any) -> None:
    """Of the project, on this machine; without one it waits, as without a network."""
    nowhere = forge_of(app(tmp_path, "git"), board, PROJECT)
    with pytest.raises(ForgeUnavailable, match="no checkout") as caught:
        nowhere.state_of(1)
    assert caught.value.cause == "missing"
    monkeypatch.setattr(
        "lessonboard.parts.automation.orchestration.checkout_of", lambda *_: tmp_path
    )
    assert isinstance(forge_of(app(tmp_path, "git"), board, PROJECT), GitForge)


def test_a_forge_of_a_plug_in_is_chosen_by_its_name(board: Board, tmp_path: Path) -> None:
    """It is given the project, a way to its checkout, and a folder of its own."""
    given: list[Any] = []

    def make(project: str, checkout: Any, folder: Path) -> MemoryForge:
        given.extend((project, folder))
        return MemoryForge()

    with registered(lambda to: to.forge("gitea", make), "gitea"):
        assert isinstance(forge_of(app(tmp_path, "gitea"), board, PROJECT), MemoryForge)
    assert given == [PROJECT, requests_folder(PROJECT)]
    with pytest.raises(BoardError, match="there is no forge 'gitea'"):
        forge_of(app(tmp_path, "gitea"), board, PROJECT)


@pytest.mark.parametrize("project", ["../../etc", "..", "a/../../b", "github.com/acme/web", None])
def test_the_folder_of_a_project_stays_in_its_place(project: str | None) -> None:
    """Whatever a project is called."""
    folder = requests_folder(project)
    assert folder.parent == requests_folder(None).parent
    assert folder.name not in ("", ".", "..")
