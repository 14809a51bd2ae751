"""Git as the orchestrator needs it: a worktree of one's own, a branch, commits with hooks, pushes.

Everything may be asked for twice: what is there already is found again. Nothing here forces a
push, pushes to the default branch, merges, or touches the files of the user's own checkout.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from scheduler.git.command import GitFailed, run_git

__all__ = ["GitFailed", "Repository", "Stat", "Worktree", "branch_name", "run_git", "stat_of"]

BRANCHES = "feat/"
"""How every branch begins that is made here; no other is ever pushed."""


class Stat(NamedTuple):
    """How large a change is; components are the top-level folders touched, `.` for files there."""

    files: list[str]
    components: list[str]
    lines: int


@dataclass(frozen=True)
class Repository:
    """The user's own checkout, of which only branches and worktrees are used."""

    folder: Path

    @cached_property
    def remote(self) -> str:
        """The remote that branches are pushed to: `origin`, or the only one.

        Raises:
            GitFailed: there is none, or none that is meant.
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
        """The branch that the remote itself calls its default.

        Raises:
            GitFailed: the remote cannot be asked, or has none.
        """
        said = run_git(self.folder, "ls-remote", "--symref", self.remote, "HEAD")
        found = re.match(r"ref: refs/heads/(\S+)\s+HEAD", said)
        if not found:
            raise GitFailed(f"the remote {self.remote} of {self.folder} names no default branch")
        return found[1]

    @property
    def upstream(self) -> str:
        """The name of the default branch as it was last fetched."""
        return f"refs/remotes/{self.remote}/{self.default_branch}"

    def fetch(self, branch: str) -> bool:
        """Bring a branch of the remote up to date here; False when the remote has none."""
        if not run_git(self.folder, "ls-remote", self.remote, f"refs/heads/{branch}"):
            return False
        here = f"refs/remotes/{self.remote}/{branch}"
        run_git(self.folder, "fetch", "--no-tags", self.remote, f"+refs/heads/{branch}:{here}")
        return True

    def worktree(self, path: Path) -> Worktree:
        """The worktree at a path, made from the newest default branch if it is not whole there.

        A file beside it says that it was made to the end; without it, it is made again.
        """
        made = path.with_name(f"{path.name}.made")
        if not (made.exists() and (path / ".git").exists()):
            made.unlink(missing_ok=True)
            self.remove_worktree(path)
            self.fetch(self.default_branch)
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            run_git(self.folder, "worktree", "add", "--detach", str(path), self.upstream)
            made.touch()
        return Worktree(self, path)

    def remove_worktree(self, path: Path) -> None:
        """Take a worktree away; its branch stays."""
        path.with_name(f"{path.name}.made").unlink(missing_ok=True)
        if path.exists():
            shutil.rmtree(path)
        run_git(self.folder, "worktree", "prune")

    def state(self) -> dict[str, str]:
        """Which files of the checkout differ from its commit, and since when."""
        said = run_git(self.folder, "--no-optional-locks", "status", "--porcelain", "-z")
        lines = [each for each in said.split("\0") if len(each) > 3]
        found = {line[3:]: f"{line[:2]} {_changed_at(self.folder / line[3:])}" for line in lines}
        return {**found, "HEAD": run_git(self.folder, "rev-parse", "HEAD")}

    def has(self, reference: str) -> bool:
        """Whether there is such a commit or branch here."""
        try:
            run_git(self.folder, "rev-parse", "--verify", "--quiet", f"{reference}^{{commit}}")
        except GitFailed:
            return False
        return True


@dataclass(frozen=True)
class Worktree:
    """A folder in which a run works, on a branch of its own."""

    repository: Repository
    path: Path

    @property
    def branch(self) -> str:
        """The branch that is checked out, empty when it is none."""
        return run_git(self.path, "branch", "--show-current")

    @property
    def base(self) -> str:
        """The commit of the default branch that the work began from."""
        return run_git(self.path, "merge-base", "HEAD", self.repository.upstream)

    @property
    def head(self) -> str:
        """The commit that is checked out."""
        return run_git(self.path, "rev-parse", "HEAD")

    def switch(self, branch: str) -> None:
        """Work on a branch: the one of that name here, that of the remote, or a new one.

        Raises:
            GitFailed: it is checked out somewhere else.
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
        """The state of all files, also those not added yet, as one name; nothing is changed."""
        index = self.path / run_git(self.path, "rev-parse", "--git-path", "index")
        with tempfile.TemporaryDirectory(prefix="lessonboard-") as folder:
            copy = Path(folder) / "index"
            env = {"GIT_INDEX_FILE": str(copy)}
            shutil.copy2(index, copy)  # it knows which files are unchanged without reading them
            run_git(self.path, "add", "--all", env=env)
            return run_git(self.path, "write-tree", env=env)

    def stat(self, tree: str) -> Stat:
        """How far a state of the files is from where the work began."""
        numbers = run_git(self.path, "diff", "--numstat", "--no-renames", "-z", self.base, tree)
        return stat_of(numbers)

    def diff(self, tree: str) -> str:
        """The difference from where the work began, as text."""
        return run_git(self.path, "diff", "--no-ext-diff", "--no-color", self.base, tree)

    def restore(self, tree: str) -> None:
        """Put a state of the files back that `tree` named."""
        run_git(self.path, "read-tree", "--reset", "-u", tree)
        run_git(self.path, "reset", "--quiet")

    def commit(self, message: str) -> str:
        """Commit everything there is, with hooks; returns the commit, also where nothing is new.

        A hook that only mended files is asked once more with what it made of them.

        Raises:
            GitFailed: a hook refused.
        """
        for is_last in (False, True):
            run_git(self.path, "add", "--all")
            if not run_git(self.path, "status", "--porcelain"):
                break
            before = self.tree()
            try:
                run_git(self.path, "commit", "--quiet", "--message", message)
            except GitFailed:
                if is_last or self.tree() == before:
                    raise
        return self.head

    def push(self) -> str:
        """Push the branch, never by force; returns the commit that the remote has now.

        Raises:
            GitFailed: the branch is not one of ours, or the remote refused.
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
    r"""The size of a change, from what `git diff --numstat -z` prints.

    >>> stat_of("3\t1\tsrc/a.py\x005\t0\tREADME.md\x00-\t-\tsrc/logo.png\x00")
    Stat(files=['README.md', 'src/a.py', 'src/logo.png'], components=['.', 'src'], lines=10)
    """
    rows = [each.split("\t", 2) for each in numbers.split("\0") if each.strip()]
    files = sorted(name for _, _, name in rows)
    components = sorted({name.split("/", 1)[0] if "/" in name else "." for name in files})
    lines = sum(1 if added == "-" else int(added) + int(gone) for added, gone, _ in rows)
    return Stat(files, components, lines)


def branch_name(issue: int | None, request: str, title: str) -> str:
    """The branch of a request, the same whenever it is asked for.

    >>> branch_name(12, "request-1", "Improve error patterns: npm run db:seed!")
    'feat/issue-12-improve-error-patterns-npm-run-db-seed'
    """
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:48].strip("-")
    place = f"issue-{issue}" if issue is not None else request
    return f"{BRANCHES}{place}-{slug}".rstrip("-")


def _changed_at(path: Path) -> int:
    try:
        return path.lstat().st_mtime_ns
    except OSError:
        return 0  # it is gone


def _require_ours(branch: str, repository: Repository) -> None:
    if not branch.startswith(BRANCHES) or branch == repository.default_branch:
        raise GitFailed(
            f"{branch or 'a commit without a branch'} is no branch of a run: only branches that "
            f"begin with {BRANCHES} are made and pushed, never {repository.default_branch}"
        )
