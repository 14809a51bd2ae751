"""Makes the board of a released version with that version's own code; see README.md.

python -m tests.upgrades.generate VERSION
"""

from __future__ import annotations

import io
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import zstandard

ROOT = Path(__file__).parent.parent.parent
RELEASES = {"0.1.0": "015ef08e"}
"""The commit of each version that was released."""

START = "from lessonboard.start import main; main()"
PATIENT_HOOK = """
import lessonboard.hooks.hook as hooking
for name in ("CAPTURE", "INJECTION", "ANSWER", "WALL", "END"):
    setattr(hooking, f"{name}_SECONDS", 60.0)
"""
"""Whatever else the machine does, by the names that versions have for how long a hook may take."""


class Program:
    """The command of a checkout, with a home and a board of its own in a folder."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.folder = folder
        self.board = folder / "board.db"
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PYTHONPATH": str(checkout),
            "LESSONBOARD_DB": str(self.board),
        }

    def command(self, *arguments: str) -> list[str]:
        """How a command is started."""
        before = PATIENT_HOOK if arguments[0] == "hook" else ""
        return [sys.executable, "-P", "-c", before + START, *arguments]

    def run(self, *arguments: str, stdin: str = "") -> str:
        """What a command prints; one that fails is the end."""
        return subprocess.run(
            self.command(*arguments), cwd=self.folder, env=self.environment, input=stdin,
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    def json(self, *arguments: str) -> Any:
        """The same of a command that prints JSON."""
        return json.loads(self.run(*arguments, "--json"))

    def hook(self, event: str, session: str, **fields: str) -> None:
        """Give an event to the hook, as an agent that keeps no transcript (Gemini CLI's form)."""
        given = {
            "hook_event_name": event, "session_id": session, "cwd": str(self.folder),
            "transcript_path": "", "timestamp": "2026-11-21T12:00:00.000Z", **fields,
        }  # fmt: skip
        self.run("hook", "gemini", stdin=json.dumps(given))


def fill(program: Program, samples: Path) -> None:
    """Import sessions, decide about lessons, hold a session by hooks, do work, and forget."""
    program.run("import", str(samples))
    lessons = {each["constraint"]: each["id"] for each in program.json("lesson", "list")}
    program.run("lesson", "approve", next(lessons[each] for each in lessons if "npm" in each))
    program.run("lesson", "reject", next(lessons[each] for each in lessons if "fmt" in each))
    program.run("add", "Never push to main", "--global")
    program.run("insight", "add", "Tests need no network here", "--global")
    program.hook("SessionStart", "by-hooks", source="startup")
    program.hook("BeforeAgent", "by-hooks", prompt="Never push to main, please")
    program.hook("AfterAgent", "by-hooks", prompt_response="I will not.")
    program.hook("SessionEnd", "by-hooks", reason="exit")
    item = program.json("queue", "create", "summarise")["item"]
    program.run("queue", "claim", "--kind", "summarise", "--worker", "by-hand")
    program.run("queue", "complete", item, "--worker", "by-hand")
    program.run("worker", "--until-idle")
    last = program.run("events", "--type", "message.recorded", "--limit", "1", "--json")
    program.run("forget", json.loads(last)["id"], "--reason", "an example")


def check_out(version: str, folder: Path) -> Path:
    """The files of a released version, from the repository's history."""
    archive = subprocess.run(
        ["git", "archive", RELEASES[version]], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder


def main(version: str) -> None:
    """Make the board and write it, compressed."""
    with TemporaryDirectory(prefix="upgrade-") as folder:
        place = Path(folder)
        checkout = check_out(version, place / "checkout")
        program = Program(checkout, place)
        fill(program, checkout / "examples" / "sessions")
        with closing(sqlite3.connect(program.board)) as connection:
            connection.execute("VACUUM INTO ?", (str(place / "copy.db"),))
        compressed = zstandard.compress((place / "copy.db").read_bytes(), 19)
        (ROOT / "tests" / "upgrades" / f"{version}.db.zst").write_bytes(compressed)


if __name__ == "__main__":
    main(*sys.argv[1:])
