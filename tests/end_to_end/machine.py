"""A machine of a test's own: a home, a repository with an awkward path, and what runs there."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blackboard import Board
from tests.deciding import SETTING
from tests.end_to_end.seeding import SCRIPT

COMMAND = Path(sys.executable).with_name("lessonboard")
"""The console script, as users run it."""

PATIENCE = 90.0
"""Seconds after which a test gives up on a program; on a quiet machine none takes ten."""


@dataclass(frozen=True)
class Done:
    """What a program said."""

    code: int
    out: str
    error: str


@dataclass(frozen=True)
class Machine:
    """Everything below one folder; nothing of the real home is seen."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        """The home folder."""
        return self.root / "home"

    @property
    def repository(self) -> Path:
        """A repository whose path has a space and an emoji."""
        return self.root / "my 🚢 harbour"

    @property
    def database(self) -> Path:
        """Where the board is unless somebody says otherwise."""
        return self.home / "data" / "lessonboard" / "board.db"

    @property
    def settings(self) -> Path:
        """Our settings."""
        return self.home / "config" / "lessonboard" / "config.toml"

    @property
    def environment(self) -> dict[str, str]:
        """The variables that every program here gets, and no others."""
        home = self.home
        return {
            "PATH": f"{COMMAND.parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(home),
            "CODEX_HOME": str(home / ".codex"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "LANG": "C.UTF-8",
            **self.variables,
        }

    def prepare(self) -> None:
        """Make the home and the repository; work is done when a test says so."""
        for folder in (self.home / ".claude", self.home / ".codex", self.repository / "tools"):
            folder.mkdir(parents=True)
        script = self.repository / "tools" / "seed.sh"
        script.write_text(SCRIPT)
        script.chmod(0o755)
        self.settings.parent.mkdir(parents=True)
        self.settings.write_text(f"[hooks]\nbackground = false\n{SETTING}")
        for arguments in (["init", "--quiet"], ["add", "."], [*_NOBODY, "commit", "-qm", "Begin"]):
            subprocess.run(
                ["git", *arguments], cwd=self.repository, env=self.environment, check=True
            )

    def run(self, *command: str | Path, told: str = "", **variables: str) -> Done:
        """Run a program in the repository, to its end, with a text on standard input."""
        done = subprocess.run(
            [str(part) for part in command],
            cwd=self.repository,
            env=self.environment | variables,
            input=told,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def lessonboard(self, *arguments: str) -> str:
        """Run our command line, which must succeed, and return what it prints."""
        done = self.run(COMMAND, *arguments)
        assert done.code == 0, done
        return done.out

    def read(self, *arguments: str) -> Any:
        """What our command line prints as JSON."""
        return json.loads(self.lessonboard(*arguments, "--json"))

    def board(self) -> Board:
        """The board, for a look."""
        return Board.open(self.database)

    def work(self) -> None:
        """Have done what waits."""
        self.lessonboard("admin", "worker", "--until-idle", "--quiet")


def approving(lesson: str) -> str:
    """A line for an agent's shell that approves a lesson: plainly, and without its variables."""
    words = f"{shlex.quote(str(COMMAND))} lesson keep {lesson}"  # Codex has a PATH of its own
    home = " ".join(f'{name}="${name}"' for name in ("PATH", "HOME", *_FOLDERS))
    return f"{words}; env -i {home} {words}; true"


_FOLDERS = ("XDG_CONFIG_HOME", "XDG_DATA_HOME")
_NOBODY = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
