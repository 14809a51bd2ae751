"""A bare remote with branches, and what a person does with them by hand."""

from __future__ import annotations

from pathlib import Path

from examples.stand_ins.workplace import git
from lessonboard.parts.automation.forge.git_forge import GitForge
from lessonboard.parts.automation.git.worktree import Repository

_BRANCHES = ("fix", "other")


def remote_with_branches(folder: Path) -> Repository:
    """A checkout whose remote has `main`, and `fix` and `other` with a commit each."""
    remote, checkout = folder / "remote.git", folder / "web"
    git(folder, "init", "--quiet", "--bare", "-b", "main", str(remote))
    git(folder, "init", "--quiet", "-b", "main", str(checkout))
    for name, value in (("name", "A Person"), ("email", "person@example.com")):
        git(checkout, "config", f"user.{name}", value)
    git(checkout, "remote", "add", "origin", str(remote))
    _commit(checkout, "README.md", "A program.\n")
    for branch in _BRANCHES:
        git(checkout, "checkout", "--quiet", "-b", branch, "main")
        _commit(checkout, f"{branch}.txt", f"{branch}\n")
    git(checkout, "checkout", "--quiet", "main")
    git(checkout, "push", "--quiet", "origin", "main", *_BRANCHES)
    return Repository(checkout)


def merge_branch(forge: GitForge, how: str = "--no-ff") -> None:
    """Merge `fix` into `main` and push it, as a person does; `how` is an option of git."""
    folder = _checkout(forge)
    git(folder, "merge", "--quiet", *([] if how == "--squash" else ["-m", "Merge"]), how, "fix")
    if how == "--squash":
        git(folder, "commit", "--quiet", "-m", "Fix the seed")
    git(folder, "push", "--quiet", "origin", "main")


def delete_branch(forge: GitForge, branch: str = "fix") -> None:
    """Delete a branch of the remote."""
    git(_checkout(forge), "push", "--quiet", "origin", "--delete", branch)


def rework(forge: GitForge, *, amend: bool) -> None:
    """Add a commit to `fix`, or put another in the place of its only one, and push it."""
    folder = _checkout(forge)
    git(folder, "checkout", "--quiet", "fix")
    (folder / "fix.txt").write_text("better\n")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", *(["--amend", "--no-edit"] if amend else ["-m", "Better"]))
    git(folder, "push", "--quiet", "--force", "origin", "fix")
    git(folder, "checkout", "--quiet", "main")


def go_on(forge: GitForge) -> None:
    """Another commit on `main`, pushed."""
    folder = _checkout(forge)
    _commit(folder, "NEWS.md", "Something else.\n")
    git(folder, "push", "--quiet", "origin", "main")


def revert_merge(forge: GitForge) -> None:
    """Take the last commit of `main` back, and push that."""
    folder = _checkout(forge)
    parents = git(folder, "rev-list", "--parents", "-n", "1", "HEAD").split()[1:]
    mainline = ["-m", "1"] if len(parents) > 1 else []
    git(folder, "revert", "--no-edit", *mainline, "HEAD")
    git(folder, "push", "--quiet", "origin", "main")


def _checkout(forge: GitForge) -> Path:
    return forge.repository.folder


def _commit(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", f"Write {name}")
