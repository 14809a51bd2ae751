"""Publish a check as a draft pull request, from a worktree and a branch of its own.

The user's checkout is not touched, nothing is merged, and what a person closed stays closed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from blackboard.errors import BoardError
from blackboard.redaction.redact import redact
from lessonboard.parts.automation.forge.forge import Forge, PullRequest
from lessonboard.parts.automation.git.worktree import Repository, Worktree
from lessonboard.parts.automation.isolation.allowed import NOTHING, Allowed

_MOST_TIMES = 20
"""How often a check of one lesson may be merged and removed again."""


class NotPublished(BoardError):
    """A check could not be published; the message says why."""


class Change(NamedTuple):
    """A file of a worktree with its new content; None where it has the check already."""

    file: str
    content: bytes | None


Make = Callable[[Path], Change]
"""Makes the check in the files of a worktree."""


class Text(NamedTuple):
    """What a draft says: its title, its body, and the message of its commit."""

    title: str
    body: str
    message: str


class Published(NamedTuple):
    """The branch of a check and its pull request."""

    branch: str
    pull: PullRequest


@dataclass(frozen=True)
class Publisher:
    """What publishing needs: the checkout whose remote is meant, the forge, and where to work.

    `allowed` is what the person opened for the repository's hooks.
    """

    repository: Repository
    forge: Forge
    runs: Path
    allowed: Allowed = NOTHING

    def publish(self, stem: str, make: Make, text: Text) -> Published | None:
        """The draft pull request of a check; None if the default branch has the check.

        Args:
            stem: the name of the branch; one that was merged before gets a number.
            make: makes the check.
            text: what the draft says.

        Raises:
            NotPublished: a person closed it, or something in it looks like a secret.
            GitFailed: the remote cannot be reached, or a hook refused the commit.
            ForgeUnavailable: the forge cannot be reached; the same call again goes on.
        """
        branch, pull = self._free(stem)
        if pull is None:
            if not self._push(branch, make, text.message):
                return None
            base = self.repository.default_branch
            pull = self.forge.create_draft(text.title, text.body, branch, base)
        if pull.state == "closed":
            raise NotPublished(
                f"pull request #{pull.number} of {branch} was closed, which is taken as a "
                "decision; reopen it if it should be merged all the same"
            )
        return Published(branch, pull)

    def _free(self, stem: str) -> tuple[str, PullRequest | None]:
        """The first branch that was not merged yet, with its pull request."""
        for number in range(1, _MOST_TIMES + 1):
            branch = stem if number == 1 else f"{stem}-{number}"
            pull = self.forge.find_pull_request(branch)
            if pull is None or pull.state != "merged":
                return branch, pull
        raise NotPublished(f"{stem} was merged {_MOST_TIMES} times; it does not stay in")

    def _push(self, branch: str, make: Make, message: str) -> bool:
        """Push a branch with the check; False if the default branch has the check."""
        place = self.runs / branch.replace("/", "-") / self.repository.folder.name
        self.repository.remove_worktree(place)  # of a call that was killed
        tree = self.repository.worktree(place)
        try:
            if make(tree.path).content is None:
                return False
            tree.switch(branch)
            _commit(tree, make(tree.path), message, self.allowed)
            tree.push()
        finally:
            self.repository.remove_worktree(place)
        return True


def _commit(tree: Worktree, change: Change, message: str, allowed: Allowed) -> None:
    if change.content is None:
        return  # a call before this one committed it
    path = tree.path / change.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(change.content)
    _require_no_secrets(tree)
    tree.commit(message, allowed)


def _require_no_secrets(tree: Worktree) -> None:
    added = [line[1:] for line in tree.diff(tree.tree()).splitlines() if line.startswith("+")]
    if redact("\n".join(added)).secrets:
        raise NotPublished("something in the check looks like a secret; nothing was pushed")
