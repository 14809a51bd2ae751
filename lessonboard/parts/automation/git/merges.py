"""Whether a branch came into the default branch: merged, squashed, or reverted."""

from __future__ import annotations

from typing import NamedTuple

from lessonboard.parts.automation.git.worktree import Repository
from scheduler.git.command import GitFailed, run_git

_DEEPEST = 9
"""Reverts of reverts that are followed."""

_MOST_COMMITS = 500
"""Commits of the default branch that are compared with a squashed branch, the oldest first."""


class Merged(NamedTuple):
    """The commit with which a branch came in, and its time in microseconds UTC.

    A fast-forward leaves no trace of its time, so there it is None.
    """

    commit: str
    at: int | None


def tip_of(repository: Repository, branch: str) -> str | None:
    """The commit that a branch of the remote points to now, fetched; None if it has none.

    Raises:
        GitFailed: the remote cannot be reached.
    """
    if not repository.fetch(branch):
        return None
    return run_git(repository.folder, "rev-parse", f"refs/remotes/{repository.remote}/{branch}")


def merged(repository: Repository, tip: str, began_at: str) -> Merged | None:
    """How a branch came into the default branch, or None.

    A squash is known by its content: the first commit to which the branch would add nothing. So is
    the same change by another hand. A branch that changes nothing is not merged.

    Args:
        repository: a checkout; the default branch is fetched.
        tip: the last commit of the branch.
        began_at: the commit that it was made from.

    Raises:
        GitFailed: the remote cannot be reached, or the commits are not here.
    """
    repository.fetch(repository.default_branch)
    if _tree(repository, tip) == _tree(repository, began_at):
        return None
    since = _commits(repository, f"{began_at}..{repository.upstream}")
    if tip in since:
        return Merged(tip, None)
    path = _commits(repository, "--ancestry-path", f"{tip}..{repository.upstream}")
    if path:
        return _at(repository, path[0])
    squashed = (each for each in since[:_MOST_COMMITS] if _adds_nothing(repository, each, tip))
    commit = next(squashed, None)
    return _at(repository, commit) if commit else None


def is_reverted(repository: Repository, commit: str) -> bool:
    """Whether a later commit of the default branch says that it reverts a commit, as git writes it.

    Raises:
        GitFailed: the remote cannot be reached, or the commit is not here.
    """
    repository.fetch(repository.default_branch)
    return _stands_reverted(repository, commit, _DEEPEST)


def _stands_reverted(repository: Repository, commit: str, depth: int) -> bool:
    """Whether a commit is reverted by one that is not reverted itself."""
    if depth == 0:
        return False
    since = f"{commit}..{repository.upstream}"
    said = f"--grep=This reverts commit {commit}"
    reverts = run_git(repository.folder, "rev-list", "-F", said, since).split()
    return any(not _stands_reverted(repository, each, depth - 1) for each in reverts)


def _tree(repository: Repository, commit: str) -> str:
    return run_git(repository.folder, "rev-parse", f"{commit}^{{tree}}")


def _commits(repository: Repository, *arguments: str) -> list[str]:
    """Commits along the first parents, the oldest first."""
    output = run_git(repository.folder, "rev-list", "--first-parent", "--reverse", *arguments)
    return output.split()


def _adds_nothing(repository: Repository, commit: str, tip: str) -> bool:
    """Whether merging the tip into a commit would change nothing; a conflict would."""
    try:
        tree = run_git(repository.folder, "merge-tree", "--write-tree", commit, tip)
    except GitFailed:
        return False
    return tree == _tree(repository, commit)


def _at(repository: Repository, commit: str) -> Merged:
    seconds = run_git(repository.folder, "show", "--no-patch", "--format=%ct", commit)
    return Merged(commit, int(seconds) * 1_000_000)
