"""Machines: homes of their own, with real processes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.commands import COMMAND, Ran, run_command
from tests.postgres import PASSWORD

RECORD = (
    '{"id": "lesson-seed", "phase": "implement", "category": "tooling", "severity": "medium", '
    '"symptom": "`make test` fails: no rows in table users", "rootCause": "The tables are empty.", '
    '"resolution": "Seed them first.", "constraint": "Run `make seed` before `make test`.", '
    '"tags": ["database"]}\n'
)
PROJECT = "github.com/acme/kite"
PROMPT = "How do I run make seed and make test here?"


@dataclass(frozen=True)
class Machine:
    """Somebody's machine: a home folder, a board, and a file with his password."""

    home: Path
    database: str | None = None

    def run(self, *arguments: str, stdin: str = "") -> Ran:
        """Run a command there."""
        return run_command(arguments, cwd=self.home, env=self.environment, stdin=stdin)

    def ok(self, *arguments: str, stdin: str = "") -> str:
        """Run a command that must succeed, and return what it printed."""
        done = self.run(*arguments, stdin=stdin)
        assert done.code == 0, (arguments, done.out, done.err)
        return done.out

    @contextmanager
    def going_on(self, *arguments: str) -> Iterator[None]:
        """A command that goes on until this ends."""
        with subprocess.Popen(
            [COMMAND, *arguments], cwd=self.home, env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            try:
                yield
            finally:
                process.terminate()
                _, said = process.communicate(timeout=60)
                assert b"Traceback" not in said, said.decode()

    @property
    def environment(self) -> dict[str, str]:
        """What its processes see."""
        chosen = {"LESSONBOARD_DB": self.database} if self.database else {}
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), **chosen}

    def told(self) -> str:
        """What an agent there is told, by the copy as it is."""
        return self.ok("lesson", "context", "--prompt", PROMPT)


def machine(folder: Path, name: str, database: str | None = None) -> Machine:
    """A new machine whose owner keeps his password where libpq looks for it."""
    home = folder / name
    home.mkdir()
    secret = PASSWORD.replace("\\", "\\\\").replace(":", "\\:")
    (home / ".pgpass").write_text(f"127.0.0.1:*:*:*:{secret}\n")
    (home / ".pgpass").chmod(0o600)
    return Machine(home, database)
