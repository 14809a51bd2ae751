"""Staging all files of a worktree but those of repositories inside it.

To compare a repository inside, git runs the filters that its settings name, as the person: a check
that is kept apart could leave one there. Their changes are therefore neither looked at
(`diff.ignoreSubmodules`, `command.py`) nor staged.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scheduler.git.command import run_git

_LINK = "160000 "


def stage_all(folder: Path, env: Mapping[str, str] | None = None) -> None:
    """Stage every change of a worktree, new files too, but for repositories inside."""
    inner = [f":(top,exclude,literal){path}" for path in _repositories_in(folder, env)]
    run_git(folder, "add", "--all", "--", ".", *inner, env=env)


def _repositories_in(folder: Path, env: Mapping[str, str] | None) -> list[str]:
    """The paths of repositories inside: new ones, which git lists with a slash, and linked ones."""
    new = run_git(folder, "ls-files", "--others", "--exclude-standard", "-z", env=env)
    staged = run_git(folder, "ls-files", "--stage", "-z", env=env)
    linked = (line.partition("\t")[2] for line in staged.split("\0") if line.startswith(_LINK))
    found = [path.rstrip("/") for path in new.split("\0") if path.endswith("/")]
    return sorted({*found, *linked})
