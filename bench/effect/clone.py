"""A clone of a task's repository, in which acts are really done."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bench.effect.tasks import Act, Repository

_LONGEST = 60.0
_AUTHOR = {"GIT_AUTHOR_NAME": "Robin", "GIT_AUTHOR_EMAIL": "robin@example.org",
           "GIT_COMMITTER_NAME": "Robin", "GIT_COMMITTER_EMAIL": "robin@example.org"}  # fmt: skip
_TIMED_OUT = 124


class Outcome(NamedTuple):
    """What became of an act.

    Attributes:
        code: the exit code of a command; 0 or 1 for the other acts.
        output: what a command wrote to standard output, or what was read.
        error: what it wrote to standard error, or why an edit failed.
    """

    code: int
    output: str
    error: str = ""

    @property
    def text(self) -> str:
        """Both streams."""
        return "\n".join(each.rstrip("\n") for each in (self.output, self.error) if each)


class Clone:
    """A clone below a person's home.

    Attributes:
        folder: its root.
        variables: the whole environment of a command there.
    """

    def __init__(self, repository: Repository, home: Path, path: str = "") -> None:
        """Name the clone; `make` writes it. `path` is put before `PATH`."""
        self.repository = repository
        self.folder = home / repository.name
        self.variables = variables_of(home, path)
        self._groups: list[int] = []

    def make(self) -> None:
        """Write the files of a new clone, commit them, and set it up."""
        shutil.copytree(self.repository.folder / "start", self.folder)
        self.git("init", "-q", "-b", "main")
        self.git("remote", "add", "origin", self.repository.remote)
        self.commit("First version")
        for command in self.repository.setup:
            self.run(command)

    def do(self, act: Act) -> Outcome:
        """Do one act in the clone's root."""
        if act.run:
            return self.run(act.run)
        with suppress(FileNotFoundError, IsADirectoryError):
            return self._with_file(act)
        name = act.read or act.edit or act.delete
        return Outcome(1, "", f"File does not exist: {self.folder / name}")

    def do_all(self, acts: Iterable[Act]) -> None:
        """Do acts that no agent does; one that fails is an error of whoever wrote the task."""
        for act in acts:
            outcome = self.do(act)
            if outcome.code:
                raise RuntimeError(f"{act!r} failed: {outcome.text}")

    def run(self, command: str, longest: float = _LONGEST) -> Outcome:
        """Run a command by the shell, for so many seconds at most."""
        process = subprocess.Popen(
            ["sh", "-c", command], cwd=self.folder, env=self.variables, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            errors="replace", start_new_session=True,
        )  # fmt: skip
        self._groups.append(process.pid)
        try:
            output, error = process.communicate(timeout=longest)
        except subprocess.TimeoutExpired:
            self.end_processes()
            output, error = process.communicate()
            return Outcome(_TIMED_OUT, output, f"{error}\nCommand timed out")
        return Outcome(process.returncode, output, error)

    def end_processes(self) -> None:
        """End what commands left running."""
        for group in self._groups:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        self._groups.clear()

    def commit(self, message: str) -> None:
        """Commit all that changed, without the repository's hooks."""
        self.git("add", "-A")
        self.git("commit", "-q", "--no-verify", "--allow-empty", "-m", message)

    def head(self) -> str:
        """The commit that is checked out."""
        return self.git("rev-parse", "HEAD").strip()

    def changed_since(self, commit: str) -> list[str]:
        """The paths that differ from a commit, new ones included."""
        tracked = self.git("diff", "--name-only", commit).splitlines()
        new = self.git("ls-files", "--others", "--exclude-standard").splitlines()
        return sorted({*tracked, *new})

    def git(self, *words: str) -> str:
        """Run git in the clone, and return what it prints."""
        done = subprocess.run(["git", *words], cwd=self.folder, env={**self.variables, **_AUTHOR},
                              capture_output=True, text=True, check=True)  # fmt: skip
        return done.stdout

    def _with_file(self, act: Act) -> Outcome:
        path = self.folder / (act.read or act.edit or act.write or act.delete)
        if act.read:
            return Outcome(0, path.read_text())
        if act.delete:
            path.unlink()
        elif act.write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(act.text)
        elif act.edit:
            return _edited(path, act.old, act.new)
        return Outcome(0, "")


def variables_of(home: Path, path: str = "") -> Mapping[str, str]:
    """The whole environment of a person's commands."""
    whole = os.pathsep.join(each for each in (path, os.environ["PATH"]) if each)
    return {"HOME": str(home), "PATH": whole, "LANG": "C.UTF-8", "TERM": "dumb", "PAGER": "cat",
            "PYTHONDONTWRITEBYTECODE": "1", "GIT_CONFIG_NOSYSTEM": "1", "NO_COLOR": "1",
            **_AUTHOR}  # fmt: skip


def _edited(path: Path, old: str, new: str) -> Outcome:
    text = path.read_text()
    if text.count(old) != 1:
        return Outcome(1, "", f"Found {text.count(old)} matches of the string to replace: {old}")
    path.write_text(text.replace(old, new))
    return Outcome(0, "")
