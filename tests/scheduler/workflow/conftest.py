"""Fixtures of the tests of workflows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scheduler.workflow.world import World


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A remote, a checkout and an agent; git reads no settings but those made here."""
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[user]\nname = A Person\nemail = person@example.com\n[init]\ndefaultBranch = main\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return World(tmp_path).make()
