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

    `missing`, `logged-out` and `refused` need a person; `offline` (no network, no answer in time,
    or a fault of the forge's own) and `rate-limited` pass. What was asked for may have been done
    all the same, so ask again by the method that finds before it makes.
    """

    def __init__(self, message: str, cause: Cause) -> None:
        super().__init__(message)
        self.cause = cause


class Forge(Protocol):
    """Finds before it makes: asked twice for the same, it makes it once.

    Every method raises `ForgeUnavailable`. Fingerprints and keys are letters, digits and single
    `-_.:` between them; anything else is a ValueError.
    """

    def find_issue(self, fingerprint: str) -> Issue | None:
        """The issue that carries a fingerprint, open or closed; the oldest of several."""
        ...

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Open an issue that carries a fingerprint; labels that cannot be made are left out."""
        ...

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """The pull request of a branch, in any state; an open one before others."""
        ...

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Open a draft pull request from a branch that was pushed; never one that is no draft.

        A branch that has a pull request already, in any state, gets no second one.
        """
        ...

    def comment(self, number: int, body: str, key: str) -> None:
        """Comment on an issue or pull request, once for each key."""
        ...
