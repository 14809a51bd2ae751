"""A machine of its own: a home with agents in it, a repository, and the command in that folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from blackboard.agents.registration import Places
from lessonboard.install.installation import Installation
from tests.commands import Ran, run_command


@dataclass(frozen=True)
class Machine:
    """A home folder and a repository.

    Attributes:
        home: the home folder; Claude Code and Codex have their folders in it.
        project: a repository whose path is no easy one.
    """

    home: Path
    project: Path

    @property
    def settings(self) -> Path:
        """Claude Code's own settings."""
        return self.home / ".claude" / "settings.json"

    @property
    def data(self) -> Path:
        """Lessonboard's data folder."""
        return self.home / ".local" / "share" / "lessonboard"

    @property
    def environment(self) -> dict[str, str]:
        """What the command sees; no agent is on this PATH."""
        folders = {"HOME": str(self.home), "XDG_DATA_HOME": str(self.data.parent)}
        return {"PATH": os.defpath, **folders}

    def __call__(self, *arguments: str, stdin: str = "", **variables: str | None) -> Ran:
        """Run the command in the repository."""
        given = {**self.environment, **variables}
        environment = {name: value for name, value in given.items() if value is not None}
        return run_command(arguments, cwd=self.project, env=environment, stdin=stdin)

    def everything(self) -> dict[str, tuple[bytes, int]]:
        """The bytes and the mode of every file outside of the data folder; folders have none."""
        found = {}
        for top in (self.home, self.project):
            for path in sorted(top.rglob("*")):
                if path != self.data and self.data not in path.parents:
                    data = path.read_bytes() if path.is_file() else b""
                    found[str(path)] = (data, path.lstat().st_mode)
        return found


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with Claude Code and Codex, and a repository with a difficult name."""
    home = tmp_path / "ho me"
    project = tmp_path / 'it\'s a "project" é🙂'
    for folder in (home / ".claude", home / ".codex", home / ".local/share", project / ".git"):
        folder.mkdir(parents=True)
    return Machine(home, project)


@pytest.fixture
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Installation]:
    """Makes an installation in folders of its own, for many examples in one test."""

    def make() -> Installation:
        top = tmp_path_factory.mktemp("machine")
        data = top / "share" / "lessonboard"
        return Installation(data, Places(top, top), data / "board.db")

    return make
