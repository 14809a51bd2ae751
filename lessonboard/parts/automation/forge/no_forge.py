"""The forge of a project without one: every call raises the reason."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard.event import NewEvent
from lessonboard.parts.automation.forge.forge import ForgeUnavailable, Issue, PullRequest, State


class NoForge:
    """Implements `Forge` by refusing, so that steps without a forge still run."""

    def __init__(self, reason: ForgeUnavailable) -> None:
        self._reason = reason

    def find_issue(self, fingerprint: str) -> Issue | None:
        """Always raises."""
        raise self._refusal()

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Always raises."""
        raise self._refusal()

    def reopen_issue(self, number: int) -> None:
        """Always raises."""
        raise self._refusal()

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """Always raises."""
        raise self._refusal()

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Always raises."""
        raise self._refusal()

    def comment(self, number: int, body: str, key: str) -> None:
        """Always raises."""
        raise self._refusal()

    def state_of(self, number: int) -> State:
        """Always raises."""
        raise self._refusal()

    def is_reverted(self, number: int) -> bool:
        """Always raises."""
        raise self._refusal()

    def history_of(self, number: int) -> Sequence[NewEvent]:
        """Always raises."""
        raise self._refusal()

    def _refusal(self) -> ForgeUnavailable:
        return ForgeUnavailable(str(self._reason), self._reason.cause)
