"""Clones of one bare repository, whose people commit, push, fetch and merge."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from blackboard.board import Board
from blackboard.repositories.lesson_folder import FOLDER
from lessonboard.parts.team.repositories import Synced, sync_repositories, trust_checkout
from lessonboard.parts.team.sharing.repository import Place, place_of

SEED = "Run `make seed` before `make test`."


def text(name: str, sentence: str = SEED, reason: str = "", **keys: str) -> str:
    """A lesson's file as somebody writes it by hand."""
    header = "".join(f"{key}: {value}\n" for key, value in {"id": name, **keys}.items())
    return f"---\n{header}---\n{sentence}\n" + (f"\n{reason}\n" if reason else "")


def git(folder: Path, *words: str) -> str:
    """Run git as people do, with an identity and without the settings of this machine."""
    env = {"PATH": os.environ["PATH"], "HOME": str(folder.parent), "GIT_CONFIG_NOSYSTEM": "1",
           "GIT_AUTHOR_NAME": folder.name.capitalize(), "GIT_AUTHOR_EMAIL": "x@example.com",
           "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@example.com"}  # fmt: skip
    done = subprocess.run(
        ["git", "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main", *words],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout.strip()


@dataclass
class Clone:
    """Somebody's clone, with a board of their own."""

    top: Path
    board: Board

    @property
    def place(self) -> Place:
        """The checkout as the product sees it."""
        found = place_of(self.top)
        assert found is not None
        return found

    def git(self, *words: str) -> str:
        """Run git here."""
        return git(self.top, *words)

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file into the folder of lessons."""
        path = self.top / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def commit(self, about: str = "lessons") -> None:
        """Commit all that changed."""
        self.git("add", "-A")
        self.git("commit", "-qm", about)

    def merge(self, about: str = "lessons") -> None:
        """Commit and push to the default branch, as a merged pull request does."""
        self.commit(about)
        self.git("push", "-q", "origin", "HEAD:main")
        self.git("fetch", "-q")

    def trust(self) -> None:
        """Trust the repository, and import it."""
        trust_checkout(self.board, self.place)
        self.sync()

    def sync(self) -> list[Synced]:
        """Import what is new."""
        return sync_repositories(self.board)

    def status(self, name: str = "seed") -> str:
        """The status of a repository's lesson here; empty where it is unknown."""
        rows = self.board.view("lessons", where={"id": f"{name}@{self.place.source}"})
        return rows[0]["status"] if rows else ""

    def sentence(self, name: str = "seed") -> str:
        """Its words."""
        return str(self.board.row("lessons", f"{name}@{self.place.source}")["constraint"])


def origin(folder: Path) -> Path:
    """A bare repository with a first commit."""
    bare = folder / "kite.git"
    bare.mkdir()
    git(bare, "init", "-q", "--bare", "-b", "main", ".")
    first = folder / "first"
    first.mkdir()
    git(first, "init", "-q", "-b", "main", ".")
    git(first, "commit", "-q", "--allow-empty", "-m", "first")
    git(first, "push", "-q", str(bare), "main")
    return bare


def clone(folder: Path, bare: Path, name: str, board: Path | str = ":memory:") -> Clone:
    """A clone of it, with a board."""
    git(folder, "clone", "-q", str(bare), name)
    return Clone(folder / name, Board.open(board))
