"""Git for the orchestrator: a separate worktree, a branch, commits with hooks, and pushes.

Every operation is idempotent. Nothing here force-pushes, pushes to the default branch, merges, or
touches the files of the user's own checkout.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from blackboard.private_folder import make_private_folder
from lessonboard.parts.automation.git.hooks import commit
from lessonboard.parts.automation.git.inner import stage_all
from lessonboard.parts.automation.isolation.allowed import NOTHING, Allowed
from lessonboard.parts.automation.isolation.isolation import Isolation, remove
from scheduler.git.command import GitFailed, run_git

__all__ = ["GitFailed", "Repository", "Stat", "Worktree", "branch_name", "run_git", "stat_of"]

BRANCHES = "feat/"
"""The prefix of every branch created here; no other branch is ever pushed."""


class Stat(NamedTuple):
    """The size of a change; components are its top-level folders, `.` for files in the root."""

    files: list[str]
    components: list[str]
    lines: int


@dataclass(frozen=True)
class Repository:
    """The user's own checkout, of which only branches and worktrees are used."""

    folder: Path

    @cached_property
    def remote(self) -> str:
        """The remote to push to: `origin`, or the only one.

        Raises:
            GitFailed: there is none, or several without an `origin`.
        """
        names = run_git(self.folder, "remote").split()
        if "origin" in names or len(names) == 1:
            return "origin" if "origin" in names else names[0]
        found = ", ".join(names) or "none"
        raise GitFailed(
            f"{self.folder} should have a remote `origin` to push to (found: {found}); "
            "add one with `git remote add origin URL`"
        )

    @cached_property
    def default_branch(self) -> str:
        """The remote's default branch.

        Raises:
            GitFailed: the remote cannot be reached, or has none.
        """
        output = run_git(self.folder, "ls-remote", "--symref", self.remote, "HEAD")
        match = re.match(r"ref: refs/heads/(\S+)\s+HEAD", output)
        if not match:
            raise GitFailed(f"the remote {self.remote} of {self.folder} names no default branch")
        return match[1]

    @property
    def upstream(self) -> str:
        """The remote-tracking ref of the default branch."""
        return f"refs/remotes/{self.remote}/{self.default_branch}"

    def fetch(self, branch: str) -> bool:
        """Fetch a branch of the remote; False if the remote has none of that name."""
        if not run_git(self.folder, "ls-remote", self.remote, f"refs/heads/{branch}"):
            return False
        tracking = f"refs/remotes/{self.remote}/{branch}"
        run_git(self.folder, "fetch", "--no-tags", self.remote, f"+refs/heads/{branch}:{tracking}")
        return True

    def fork_point(self, commit: str) -> str:
        """Where a commit's history left the newest default branch.

        Raises:
            GitFailed: they have no history in common.
        """
        self.fetch(self.default_branch)
        return run_git(self.folder, "merge-base", commit, self.upstream)

    def worktree(self, path: Path) -> Worktree:
        """The worktree at a path, created from the newest default branch unless it is complete
        there.

        A marker file beside it shows that it was created completely; without the marker it is
        recreated.
        """
        marker = path.with_name(f"{path.name}.made")
        if not (marker.exists() and (path / ".git").exists()):
            marker.unlink(missing_ok=True)
            self.remove_worktree(path)
            self.fetch(self.default_branch)
            make_private_folder(path.parent)
            run_git(self.folder, "worktree", "add", "--detach", str(path), self.upstream)
            marker.touch()
        return Worktree(self, path)

    def remove_worktree(self, path: Path) -> None:
        """Remove a worktree, and the home of what ran there; its branch stays."""
        path.with_name(f"{path.name}.made").unlink(missing_ok=True)
        if path.exists():
            shutil.rmtree(path)
        remove(path.parent)
        run_git(self.folder, "worktree", "prune")

    def state(self) -> dict[str, str]:
        """The checkout's changed files with their modification times, and its commit."""
        output = run_git(self.folder, "--no-optional-locks", "status", "--porcelain", "-z")
        lines = [entry for entry in output.split("\0") if len(entry) > 3]
        found = {line[3:]: f"{line[:2]} {_changed_at(self.folder / line[3:])}" for line in lines}
        return {**found, "HEAD": run_git(self.folder, "rev-parse", "HEAD")}

    def has(self, reference: str) -> bool:
        """Whether a commit or branch exists here."""
        try:
            run_git(self.folder, "rev-parse", "--verify", "--quiet", f"{reference}^{{commit}}")
        except GitFailed:
            return False
        return True


@dataclass(frozen=True)
class Worktree:
    """A run's working folder, on its own branch."""

    repository: Repository
    path: Path

    @property
    def branch(self) -> str:
        """The current branch, empty if detached."""
        return run_git(self.path, "branch", "--show-current")

    @property
    def base(self) -> str:
        """The commit of the default branch that the work started from."""
        return run_git(self.path, "merge-base", "HEAD", self.repository.upstream)

    @property
    def head(self) -> str:
        """The current commit."""
        return run_git(self.path, "rev-parse", "HEAD")

    def switch(self, branch: str) -> None:
        """Switch to a branch: the local one, the remote's, or a new one.

        Raises:
            GitFailed: it is checked out elsewhere.
        """
        if self.branch == branch:
            return
        _require_ours(branch, self.repository)
        if self.repository.has(f"refs/heads/{branch}"):
            run_git(self.path, "switch", branch)
        elif self.repository.fetch(branch):
            theirs = f"refs/remotes/{self.repository.remote}/{branch}"
            run_git(self.path, "switch", "--no-track", "-c", branch, theirs)
        else:
            run_git(self.path, "switch", "--no-track", "-c", branch)

    def tree(self) -> str:
        """The tree id of all files, including untracked ones, without touching the index."""
        index = self.path / run_git(self.path, "rev-parse", "--git-path", "index")
        with tempfile.TemporaryDirectory(prefix="lessonboard-") as folder:
            copy = Path(folder) / "index"
            env = {"GIT_INDEX_FILE": str(copy)}
            shutil.copy2(index, copy)  # its stat cache spares reading unchanged files
            stage_all(self.path, env)
            return run_git(self.path, "write-tree", env=env)

    def stat(self, tree: str) -> Stat:
        """The size of the change from the base to a tree."""
        numbers = run_git(self.path, "diff", "--numstat", "--no-renames", "-z", self.base, tree)
        return stat_of(numbers)

    def diff(self, tree: str) -> str:
        """The diff from the base to a tree."""
        return run_git(self.path, "diff", "--no-ext-diff", "--no-color", self.base, tree)

    def restore(self, tree: str) -> None:
        """Restore the files of a tree id from `tree`."""
        run_git(self.path, "read-tree", "--reset", "-u", tree)
        run_git(self.path, "reset", "--quiet")

    def commit(self, message: str, allowed: Allowed = NOTHING) -> str:
        """Commit all changes with hooks, and return the commit, also if nothing was new.

        The checks that its user set up count for a draft as for the user's own commits, but they
        see nothing else of the user's except what is `allowed`. A hook that fails only because it
        changed files gets a second try with its changes.

        Raises:
            GitFailed: a hook refused the commit.
        """
        for is_last in (False, True):
            stage_all(self.path)
            if not run_git(self.path, "diff", "--cached", "--name-only"):
                break
            before = self.tree()
            try:
                commit(self.path, message, Isolation(self.path.parent, allowed))
            except GitFailed:
                if is_last or self.tree() == before:
                    raise
        return self.head

    def push(self) -> str:
        """Push the branch, never by force, and return the commit that the remote now has.

        Raises:
            GitFailed: the branch was not made here, or the remote refused.
        """
        branch, head = self.branch, self.head
        _require_ours(branch, self.repository)
        remote, there = self.repository.remote, f"refs/heads/{branch}"
        run_git(self.path, "push", "--no-force", remote, f"{head}:{there}")
        found = run_git(self.path, "ls-remote", remote, there).partition("\t")[0]
        if found != head:
            raise GitFailed(f"{remote} has {found or 'nothing'} as {branch} after a push of {head}")
        return head


def stat_of(numbers: str) -> Stat:
    r"""Parse the output of `git diff --numstat -z`.

    >>> stat_of("3\t1\tsrc/a.py\x005\t0\tREADME.md\x00-\t-\tsrc/logo.png\x00")
    Stat(files=['README.md', 'src/a.py', 'src/logo.png'], components=['.', 'src'], lines=10)
    """
    rows = [line.split("\t", 2) for line in numbers.split("\0") if line.strip()]
    files = sorted(name for _, _, name in rows)
    components = sorted({name.split("/", 1)[0] if "/" in name else "." for name in files})
    lines = sum(1 if added == "-" else int(added) + int(gone) for added, gone, _ in rows)
    return Stat(files, components, lines)


def branch_name(issue: int | None, request: str, title: str, tried: int = 0) -> str:
    """The branch name for a request, always the same; another after each try of the same issue.

    >>> branch_name(12, "request-1", "Improve error patterns: npm run db:seed!")
    'feat/issue-12-improve-error-patterns-npm-run-db-seed'
    >>> branch_name(12, "request-2", "Seed", tried=1)
    'feat/issue-12-try-2-seed'
    """
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:48].strip("-")
    place = f"issue-{issue}" if issue is not None else request
    again = f"try-{tried + 1}-" if tried else ""
    return f"{BRANCHES}{place}-{again}{slug}".rstrip("-")


def _changed_at(path: Path) -> int:
    try:
        return path.lstat().st_mtime_ns
    except OSError:
        return 0  # it is gone


def _require_ours(branch: str, repository: Repository) -> None:
    if not branch.startswith(BRANCHES) or branch == repository.default_branch:
        raise GitFailed(
            f"{branch or 'a commit without a branch'} is not a branch of a run: only branches that "
            f"begin with {BRANCHES} are made and pushed, never {repository.default_branch}"
        )
