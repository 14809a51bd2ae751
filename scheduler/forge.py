"""Where issues and pull requests live, as the orchestrator sees it; GitHub is one such place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from blackboard.errors import BoardError

Cause = Literal["missing", "logged-out", "rate-limited", "offline", "refused"]


class Issue(NamedTuple):
    """An issue, open or closed."""

    number: int
    url: str
    state: Literal["open", "closed"]


class PullRequest(NamedTuple):
    """A pull request."""

    number: int
    url: str
    draft: bool
    state: Literal["open", "closed", "merged"]


class ForgeUnavailable(BoardError):
    """The forge could not be asked, or refused; `cause` says in which way.

    `missing`, `logged-out` and `refused` need a person; `offline` and `rate-limited` pass.
    """

    def __init__(self, message: str, cause: Cause) -> None:
        super().__init__(message)
        self.cause = cause


class Forge(Protocol):
    """Finds before it makes: asked twice for the same, it makes it once."""

    def find_issue(self, fingerprint: str) -> Issue | None:
        """The issue that carries a fingerprint, open or closed."""
        ...

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Open an issue that carries a fingerprint; labels that cannot be made are left out."""
        ...

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """The pull request of a branch, in any state."""
        ...

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Open a draft pull request from a branch that was pushed."""
        ...

    def comment(self, number: int, body: str, key: str) -> None:
        """Comment on an issue or pull request, once for each key."""
        ...
