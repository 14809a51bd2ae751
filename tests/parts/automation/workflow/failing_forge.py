"""A file-based forge whose methods fail on request."""

from __future__ import annotations

from collections.abc import Sequence

from examples.stand_ins.forge import FileForge
from lessonboard.parts.automation.forge.forge import Cause, ForgeUnavailable, Issue, PullRequest


class FailingForge(FileForge):
    """What fails is kept in the file too, so that other processes meet it."""

    def fail(self, **causes: Cause | None) -> None:
        """Let these methods fail from now on, and no others."""
        self.write({**self.state, "fails": causes})

    def close(self, kind: str) -> None:
        """Close all issues or pulls, as a person does."""
        state = self.state
        for each in state[kind].values():
            each[-1] = "closed"
        self.write(state)

    def find_issue(self, fingerprint: str) -> Issue | None:
        """As it is, or a failure."""
        self._require("find_issue")
        return super().find_issue(fingerprint)

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """As it is, or a failure."""
        self._require("create_issue")
        return super().create_issue(title, body, labels, fingerprint)

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """As it is, or a failure."""
        self._require("create_draft")
        return super().create_draft(title, body, branch, base)

    def comment(self, number: int, body: str, key: str) -> None:
        """As it is, or a failure."""
        self._require("comment")
        super().comment(number, body, key)

    def _require(self, method: str) -> None:
        cause = self.state.get("fails", {}).get(method)
        if cause:
            raise ForgeUnavailable(f"could not {method}: it was told to fail", cause)
