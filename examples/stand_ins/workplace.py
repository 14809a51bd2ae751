"""A repository with a remote, a forge and a scripted agent, all below one folder."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from examples.stand_ins.forge import FileForge

_AGENT = Path(__file__).with_name("agent.py")


def git(folder: Path, *arguments: str) -> str:
    """What git prints."""
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@dataclass(frozen=True)
class Workplace:
    """Everything outside that an improvement touches."""

    folder: Path

    @property
    def remote(self) -> Path:
        """The bare repository that is pushed to."""
        return self.folder / "remote.git"

    @property
    def checkout(self) -> Path:
        """The user's own checkout."""
        return self.folder / "web"

    @property
    def runs(self) -> Path:
        """Where runs have their worktrees and logs."""
        return self.folder / "cache" / "runs"

    @property
    def forge(self) -> FileForge:
        """The forge, with all that was made there."""
        return FileForge(self.folder / "forge.json")

    @property
    def agent_line(self) -> str:
        """The command line of the agent, free of the environment's Python settings."""
        words = [sys.executable, "-S", "-E", str(_AGENT), str(self.folder / "agent")]
        return shlex.join(words)

    def make(self, files: Mapping[str, str], acts: Mapping[str, Any]) -> Self:
        """Make it all: one commit on `main`, pushed, and an agent that does this at its steps.

        The checkout has an identity of its own: nothing is asked of the user's git settings.
        """
        git(self.folder, "init", "--quiet", "--bare", "-b", "main", str(self.remote))
        git(self.folder, "init", "--quiet", "-b", "main", str(self.checkout))
        for name, value in (("name", "A Person"), ("email", "person@example.com")):
            git(self.checkout, "config", f"user.{name}", value)
        for name, text in files.items():
            (self.checkout / name).parent.mkdir(parents=True, exist_ok=True)
            (self.checkout / name).write_text(text)
        git(self.checkout, "add", ".")
        git(self.checkout, "commit", "--quiet", "-m", "Begin")
        git(self.checkout, "remote", "add", "origin", str(self.remote))
        git(self.checkout, "push", "--quiet", "origin", "main")
        (self.folder / "agent").mkdir()
        (self.folder / "agent" / "acts.json").write_text(json.dumps(acts))
        return self

    def branches(self) -> list[str]:
        """The branches of the remote."""
        return git(self.remote, "branch", "--format=%(refname:short)").split()
