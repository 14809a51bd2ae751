"""A fresh home: two agents' folders with sample sessions, a repository, and programs that note."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from bench.life import claude, noting

ROOT = Path(__file__).resolve().parents[2]
NOTES = "entered.tsv"
_SAMPLES = (ROOT / "examples" / "sessions", ROOT / "bench" / "quality" / "sessions")
_REMOTE = "https://github.com/example/parcel-api.git"


class Home:
    """A person's home below a folder.

    Attributes:
        folder: the home.
        work: her clone of a repository, in which commands are typed.
        board: her board's file.
        python: a program that is Python and notes what it enters.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "home"
        self.work = self.folder / "parcel-api"
        self.board = self.folder / ".local" / "share" / "lessonboard" / "board.db"
        self.launcher = self.board.with_name("lessonboard-hook")
        self.bin = self.folder / "bin"
        self.python = self.bin / "python"
        self.notes = folder / NOTES

    @property
    def variables(self) -> dict[str, str]:
        """The whole environment of a terminal there."""
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        return {"HOME": str(self.folder), "PATH": path, "LANG": "C.UTF-8", "TERM": "xterm",
                "PAGER": "cat", "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip

    def transcript(self, agent: str, session: str) -> Path:
        """Where an agent keeps a session of this month."""
        folder = {"claude": ".claude/projects/-parcel-api", "codex": ".codex/sessions/2026/11/27"}
        return self.folder / folder[agent] / f"{session}.jsonl"

    def make(self) -> None:
        """Write all of it."""
        self._programs()
        for samples in _SAMPLES:
            shutil.copytree(samples / "claude-code", self.folder / ".claude" / "projects",
                            dirs_exist_ok=True)  # fmt: skip
            shutil.copytree(samples / "codex", self.folder / ".codex" / "sessions",
                            dirs_exist_ok=True)  # fmt: skip
        signed_in = {"oauthAccount": {"accountUuid": "a", "emailAddress": "mira@example.org"}}
        (self.folder / ".claude.json").write_text(json.dumps(signed_in))
        self.work.mkdir()
        for line in ("init -q", f"remote add origin {_REMOTE}"):
            subprocess.run(["git", *line.split()], cwd=self.work, check=True)

    def _programs(self) -> None:
        self.bin.mkdir(parents=True)
        noted = [sys.executable, noting.__file__, str(self.notes), str(ROOT), str(self.python)]
        start = "from lessonboard.start import main; main()"
        self._program("python", noted)
        self._program("lessonboard", [str(self.python), "-c", start])
        self._program("claude", ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m",
                                 claude.__name__])  # fmt: skip

    def _program(self, name: str, words: list[str]) -> None:
        path = self.bin / name
        path.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
        path.chmod(0o755)
