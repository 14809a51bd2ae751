"""The default branch as a clone knows it: no network, no checkout, nothing of the repository runs.

It is what the last fetch, pull or push saw of the remote; without a remote it is the local branch.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scheduler.git.command import GitFailed, run_git

_SECONDS = 10.0
_LARGEST = 2_000_000
_USUAL = ("main", "master")
_OFFLINE = {"GIT_NO_LAZY_FETCH": "1"}
"""A partial clone would fetch what it lacks."""


class DefaultBranch:
    """The files of the default branch, each read once.

    Args:
        folder: any folder of the clone.

    Raises:
        GitFailed: the clone knows no default branch.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.name, self.commit, self.committed_at = _newest(folder)
        self.read = cache(self._read)

    def _read(self, path: str) -> bytes | None:
        """A plain file of the branch; None where it is none, or too large to hold a check.

        Raises:
            GitFailed: the clone lacks the file's content.
        """
        listed = _git(self._folder, "ls-tree", "--full-tree", "-z", self.commit, "--", path)
        mode, _, rest = listed.partition(" ")
        if mode not in ("100644", "100755"):
            return None  # not there, a link, or a folder
        blob = rest.partition("\t")[0].split()[1]
        if int(_git(self._folder, "cat-file", "-s", blob)) > _LARGEST:
            return None
        content = _git(self._folder, "cat-file", "blob", blob)
        return content.encode("utf-8", "surrogateescape")


def _newest(folder: Path) -> tuple[str, str, int]:
    """The default branch with its commit, and that commit's time in microseconds since 1970."""
    names = _candidates(folder)
    form = "%(refname) %(objectname) %(committerdate:unix)"
    listed = _git(folder, "for-each-ref", f"--format={form}", *names).splitlines()
    found = {name: (commit, at) for name, commit, at in map(str.split, listed)}
    for name in names:
        if name in found:
            commit, seconds = found[name]
            return name, commit, int(seconds) * 1_000_000
    raise GitFailed(
        f"{folder} has no known default branch; set it with `git remote set-head origin --auto`"
    )


def _candidates(folder: Path) -> list[str]:
    remotes = _git(folder, "remote").split()
    if not remotes:
        local = _git(folder, "symbolic-ref", "--quiet", "HEAD")
        return [*(f"refs/heads/{name}" for name in _USUAL), local]
    remote = "origin" if "origin" in remotes else remotes[0]
    return [f"refs/remotes/{remote}/{name}" for name in ("HEAD", *_USUAL)]


def _git(folder: Path, *arguments: str) -> str:
    return run_git(folder, *arguments, env=_OFFLINE, timeout=_SECONDS)
