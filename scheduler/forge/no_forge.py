"""The forge of a project that has none: asked for anything, it says why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.forge.forge import ForgeUnavailable, Issue, PullRequest


class NoForge:
    """Fulfils `Forge` by refusing, so that what needs no forge can be done."""

    def __init__(self, reason: ForgeUnavailable) -> None:
        self._reason = reason

    def find_issue(self, fingerprint: str) -> Issue | None:
        """There are no issues here."""
        raise self._refusal()

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """There can be no issues here."""
        raise self._refusal()

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """There are no pull requests here."""
        raise self._refusal()

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """There can be no pull requests here."""
        raise self._refusal()

    def comment(self, number: int, body: str, key: str) -> None:
        """There is nothing to comment on here."""
        raise self._refusal()

    def _refusal(self) -> ForgeUnavailable:
        return ForgeUnavailable(str(self._reason), self._reason.cause)
