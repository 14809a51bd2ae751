"""A fake GitHub, the environment that connects the real `gh` to it, and forges of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lessonboard.parts.automation.forge.gh import Runner, run_gh
from lessonboard.parts.automation.forge.github_forge import GitHubForge
from tests.optional_parts import GH
from tests.parts.automation.forge.hub import REPOSITORY, Hub
from tests.parts.automation.forge.spoken_gh import SpokenGh
from tests.parts.automation.forge.stand_in import served


@pytest.fixture
def hub() -> Hub:
    """GitHub with one empty repository."""
    return Hub()


@pytest.fixture
def network(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The environment in which `gh` finds the hub, set here too."""
    with served(hub, tmp_path) as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        yield environment


@pytest.fixture(params=[pytest.param("gh", marks=GH.needed), "spoken"])
def run(request: pytest.FixtureRequest, hub: Hub) -> Runner:
    """The real `gh` connected to the fake GitHub, or a fake `gh` where it is not installed."""
    if request.param == "gh":
        request.getfixturevalue("network")
        return run_gh
    return SpokenGh(hub)


@pytest.fixture
def github(run: Runner, tmp_path: Path) -> GitHubForge:
    """A forge for the hub's repository."""
    return GitHubForge(repository=REPOSITORY, run=run, locks=tmp_path)
