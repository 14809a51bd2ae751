"""A forge that lives in memory, for tests of what uses one."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from scheduler.forge.forge import Cause, ForgeUnavailable, Issue, PullRequest
from scheduler.forge.github_forge import mark

_ADDRESS = "https://forge.example/acme/web"


@dataclass
class MemoryForge:
    """Fulfils `scheduler.forge.forge.Forge`; `fails` makes methods raise until it is taken away."""

    issues: dict[str, Issue] = field(default_factory=dict)
    pull_requests: dict[str, PullRequest] = field(default_factory=dict)
    texts: dict[int, tuple[str, str, tuple[str, ...]]] = field(default_factory=dict)
    comments: dict[tuple[int, str], str] = field(default_factory=dict)
    fails: dict[str, Cause] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def find_issue(self, fingerprint: str) -> Issue | None:
        """The issue that carries a fingerprint, open or closed."""
        self._may("find_issue")
        mark("lessonboard", fingerprint)
        return self.issues.get(fingerprint)

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Open an issue that carries a fingerprint."""
        self._may("create_issue")
        mark("lessonboard", fingerprint)
        with self._lock:
            if fingerprint not in self.issues:
                number = self._note(title, body, labels)
                self.issues[fingerprint] = Issue(number, f"{_ADDRESS}/issues/{number}", "open")
            return self.issues[fingerprint]

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """The pull request of a branch, in any state."""
        self._may("find_pull_request")
        return self.pull_requests.get(branch)

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Open a draft pull request from a branch."""
        self._may("create_draft")
        with self._lock:
            if branch not in self.pull_requests:
                number = self._note(title, body, ())
                made = PullRequest(number, f"{_ADDRESS}/pull/{number}", True, "open")
                self.pull_requests[branch] = made
            return self.pull_requests[branch]

    def comment(self, number: int, body: str, key: str) -> None:
        """Comment on an issue or pull request, once for each key."""
        self._may("comment")
        mark("lessonboard-comment", key)
        if number not in self.texts:
            raise ForgeUnavailable(f"could not comment on #{number}: there is none", "refused")
        self.comments.setdefault((number, key), body)

    def close_issue(self, fingerprint: str) -> None:
        """Close an issue, as a person does."""
        self.issues[fingerprint] = self.issues[fingerprint]._replace(state="closed")

    def _note(self, title: str, body: str, labels: Sequence[str]) -> int:
        number = len(self.texts) + 1
        self.texts[number] = (title, body, tuple(labels))
        return number

    def _may(self, method: str) -> None:
        cause = self.fails.get(method)
        if cause is not None:
            raise ForgeUnavailable(f"could not {method}: it was told to fail ({cause})", cause)
