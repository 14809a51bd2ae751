"""A commit with the hooks of a repository, which see nothing of the person's but git's own files.

A hook may write what a commit writes, and neither the settings and hooks of the repository nor the
files that lead git from a worktree to it: a program that writes those runs programs as the user.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from lessonboard.parts.automation.isolation.isolation import Isolation
from lessonboard.parts.automation.isolation.lacking import advice
from lessonboard.parts.automation.isolation.view import program_folders
from scheduler.git.command import GitFailed, options, run_git, run_words

_WRITTEN = ("objects", "refs", "logs", "reftable")
_LEADING = ("commondir", "gitdir", "config.worktree")
_NO_COLLECTION = "gc.auto=0"
"""Collecting garbage writes where a hook may not."""

_IDENTITY = re.compile(r"(?P<name>.*) <(?P<email>.*)> \d+ [+-]\d{4}")
_PROGRAM = re.compile(r"/[^\s'\"]+")


class _Places(NamedTuple):
    """Where a repository keeps its files, the worktree its own, and where its hooks are."""

    common: Path
    own: Path
    hooks: Path


def commit(folder: Path, message: str, isolation: Isolation) -> None:
    """Commit what is staged, with the repository's hooks.

    Raises:
        GitFailed: a hook refused it; the message names what the hook lacked, if that is seen.
    """
    places = _places(folder)
    (places.own / "config.worktree").touch()  # so that it is there to be kept
    words = [
        "git", "-C", str(folder), *options(hooks=True), "-c", f"core.hooksPath={places.hooks}",
        "-c", _NO_COLLECTION, "commit", "--quiet", "--message", message,
    ]  # fmt: skip
    command = isolation.command(
        words, folder,
        readable=(str(places.common), str(places.hooks), *_programs(places.hooks)),
        writable=(*(str(places.common / name) for name in _WRITTEN), str(places.own)),
        kept=(*(str(places.own / name) for name in _LEADING), str(folder / ".git")),
    )  # fmt: skip
    try:
        run_words(command, {**isolation.environment(), **_identity(folder)}, "commit")
    except GitFailed as error:
        lacking = advice(isolation.lacks("", str(error)))
        raise (GitFailed(f"{error}; {lacking}") if lacking else error) from error
    _sign(folder)


def _places(folder: Path) -> _Places:
    found = run_git(
        folder, "rev-parse", "--path-format=absolute", "--git-common-dir", "--git-dir",
        "--git-path", "hooks", hooks=True,
    )  # fmt: skip
    return _Places(*map(Path, found.splitlines()))


def _identity(folder: Path) -> dict[str, str]:
    """Who commits, as git knows it from settings that the hooks do not see."""
    found: dict[str, str] = {}
    for role in ("AUTHOR", "COMMITTER"):
        match = _IDENTITY.fullmatch(run_git(folder, "var", f"GIT_{role}_IDENT"))
        if match:
            found |= {f"GIT_{role}_{field.upper()}": match[field] for field in ("name", "email")}
    return found


def _programs(hooks: Path) -> tuple[str, ...]:
    """The folders of programs that the person's hooks name: `pre-commit` writes its Python down."""
    files = [each for each in hooks.iterdir() if each.is_file()] if hooks.is_dir() else []
    named = {
        name for each in files if each.suffix != ".sample"
        for name in _PROGRAM.findall(each.read_text(errors="replace"))
    }  # fmt: skip
    found = [name for name in sorted(named) if Path(name).is_file() and os.access(name, os.X_OK)]
    return tuple(folder for name in found for folder in program_folders([name], {}))


def _sign(folder: Path) -> None:
    """Sign the commit if the user signs theirs: no hook runs, and none reaches the key."""
    if run_git(folder, "config", "--type=bool", "--default=false", "commit.gpgSign") == "true":
        run_git(folder, "commit", "--amend", "--no-edit", "--quiet")
