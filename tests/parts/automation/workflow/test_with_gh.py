"""The complete workflow with the real `gh`, connected to a fake GitHub over TLS."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessonboard.parts.automation.forge.github_forge import GitHubForge
from lessonboard.parts.automation.workflow.files import load
from lessonboard.parts.automation.workflow.orchestrate import go_on, start
from lessonboard.parts.automation.workflow.work import Tools
from tests.optional_parts import GH
from tests.parts.automation.forge.hub import REPOSITORY, Hub
from tests.parts.automation.forge.stand_in import served
from tests.parts.automation.workflow.world import World


@GH.needed
def test_a_request_becomes_an_issue_and_a_draft_on_github(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of each, the draft with its evidence, and a comment that it is a person's turn."""
    hub = Hub()
    with served(hub, tmp_path) as environment, world.board() as board:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        made = world.tools(board)
        forge = GitHubForge(repository=REPOSITORY, locks=tmp_path)
        tools = Tools(
            board, forge, made.runner, made.settings, made.runs,
            report=lambda *_: hub.branches.update(world.branches()),  # both are one GitHub
        )  # fmt: skip
        run = start(board, world.request(board), load(), world.checkout, "command")
        row = go_on(run, load(), tools)
    assert (row["state"], row["failed"]) == ("completed", {})
    assert (hub.made("issues"), hub.made("pulls")) == (1, 1)
    pull = next(iter(hub.pulls.values()))
    assert pull["draft"]
    assert "- [x]" in pull["body"]
    assert str(tmp_path) not in pull["body"]
