"""The port for issues and pull requests; GitHub is one implementation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from blackboard.errors import BoardError
from blackboard.event import NewEvent

State = Literal["open", "closed", "merged"]
"""Of a pull request; `closed` was not merged."""

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
    state: State


class ForgeUnavailable(BoardError):
    """The forge could not be reached, or refused the request; `cause` says which.

    `missing`, `logged-out` and `refused` need a person; `offline` (no network, a timeout, or a
    server error) and `rate-limited` are temporary. The request may have been carried out all the
    same, so retry with the method that looks before it creates.
    """

    def __init__(self, message: str, cause: Cause) -> None:
        super().__init__(message)
        self.cause = cause


class Forge(Protocol):
    """Idempotent operations: each looks before it creates, so a repeated call creates nothing.

    Every method raises `ForgeUnavailable`. Fingerprints and keys are letters and digits with single
    `-_.:` between them; anything else is a ValueError.
    """

    def find_issue(self, fingerprint: str) -> Issue | None:
        """The oldest issue, open or closed, with a fingerprint."""
        ...

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Open an issue with a fingerprint, without the labels that cannot be created."""
        ...

    def reopen_issue(self, number: int) -> None:
        """Open a closed issue again; an open one stays as it is."""
        ...

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """A branch's pull request in any state, an open one first."""
        ...

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Open a draft pull request from a pushed branch, never a pull request ready for review.

        A branch that already has a pull request, in any state, gets no second one.
        """
        ...

    def comment(self, number: int, body: str, key: str) -> None:
        """Comment on an issue or pull request, once per key."""
        ...

    def state_of(self, number: int) -> State:
        """What became of a pull request so far; one request."""
        ...

    def is_reverted(self, number: int) -> bool:
        """Whether a merged pull request was reverted by a later change that says so."""
        ...

    def history_of(self, number: int) -> Sequence[NewEvent]:
        """All that is known of a pull request as events: opened, reviewed, reworked, merged.

        Their ids follow from what they were made of, so that appending them twice changes nothing.
        """
        ...
