"""A forge that lives in memory, for tests of what uses one."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from blackboard.event import NewEvent, iso
from lessonboard.parts.automation.forge.forge import (
    Cause,
    ForgeUnavailable,
    Issue,
    PullRequest,
    State,
)
from lessonboard.parts.automation.forge.github_forge import mark
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request

_ADDRESS = "https://forge.example/acme/web"


@dataclass
class MemoryForge:
    """Fulfils `lessonboard.parts.automation.forge.forge.Forge`; `fails` makes methods raise until
    it is taken away.
    """

    issues: dict[str, Issue] = field(default_factory=dict)
    pull_requests: dict[str, PullRequest] = field(default_factory=dict)
    texts: dict[int, tuple[str, str, tuple[str, ...]]] = field(default_factory=dict)
    comments: dict[tuple[int, str], str] = field(default_factory=dict)
    merged_at: dict[int, int] = field(default_factory=dict)
    reverted: set[int] = field(default_factory=set)
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

    def reopen_issue(self, number: int) -> None:
        """Open a closed issue again."""
        self._may("reopen_issue")
        for fingerprint, issue in self.issues.items():
            if issue.number == number:
                self.issues[fingerprint] = issue._replace(state="open")
                return
        raise ForgeUnavailable(f"could not open #{number} again: there is none", "refused")

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

    def state_of(self, number: int) -> State:
        """What became of a pull request."""
        self._may("state_of")
        return self._numbered(number).state

    def is_reverted(self, number: int) -> bool:
        """Whether a person took it back."""
        self._may("is_reverted")
        return number in self.reverted

    def history_of(self, number: int) -> Sequence[NewEvent]:
        """What became of it, as GitHub tells."""
        self._may("history_of")
        pull = self._numbered(number)
        at = self.merged_at.get(number)
        given = {"number": number, "html_url": pull.url, "title": self.texts[number][0],
                 "merged_at": iso(at) if at is not None else None}  # fmt: skip
        return read_pull_request(given)

    def merge(self, number: int, at: int) -> None:
        """Merge a pull request, as a person does."""
        self.merged_at[number] = at
        self._settle(number, "merged")

    def close(self, number: int) -> None:
        """Close a pull request without merging it, as a person does."""
        self._settle(number, "closed")

    def _settle(self, number: int, state: State) -> None:
        for branch, pull in self.pull_requests.items():
            if pull.number == number:
                self.pull_requests[branch] = pull._replace(state=state)

    def _numbered(self, number: int) -> PullRequest:
        for pull in self.pull_requests.values():
            if pull.number == number:
                return pull
        raise ForgeUnavailable(f"could not look at #{number}: there is none", "refused")

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
