"""A forge that outlives the process that uses it: one JSON file, written anew with each change."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scheduler.forge import Cause, ForgeUnavailable, Issue, PullRequest

_PLACE = "https://forge.example/acme/web"


class FileForge:
    """Fulfils `scheduler.forge.Forge`; everything that was made is counted."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def state(self) -> dict[str, Any]:
        """Everything there is."""
        if self.path.exists():
            found: dict[str, Any] = json.loads(self.path.read_text())
            return found
        return {"issues": {}, "pulls": {}, "bodies": {}, "comments": {}, "made": [], "fails": {}}

    def fail(self, **causes: Cause | None) -> None:
        """Let methods fail from now on, or no more."""
        state = self.state
        state["fails"] = causes
        self._keep(state)

    def find_issue(self, fingerprint: str) -> Issue | None:
        """The issue that carries a fingerprint."""
        found = self._asked("find_issue")["issues"].get(fingerprint)
        return Issue(*found) if found else None

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Open an issue, always a new one: whoever asks must have looked."""
        state = self._asked("create_issue")
        number = self._number(state, "issue", f"{title}\n{body}")
        state["issues"][fingerprint] = [number, f"{_PLACE}/issues/{number}", "open"]
        self._keep(state)
        return Issue(*state["issues"][fingerprint])

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """The pull request of a branch."""
        found = self._asked("find_pull_request")["pulls"].get(branch)
        return PullRequest(*found) if found else None

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Open a draft, always a new one."""
        state = self._asked("create_draft")
        number = self._number(state, f"draft into {base}", f"{title}\n{body}")
        state["pulls"][branch] = [number, f"{_PLACE}/pull/{number}", True, "open"]
        self._keep(state)
        return PullRequest(*state["pulls"][branch])

    def comment(self, number: int, body: str, key: str) -> None:
        """Comment once for each key."""
        state = self._asked("comment")
        state["comments"].setdefault(f"{number} {key}", body)
        self._keep(state)

    def close(self, kind: str) -> None:
        """Close all issues or pulls, as a person does."""
        state = self.state
        for each in state[kind].values():
            each[-1] = "closed"
        self._keep(state)

    def _asked(self, method: str) -> dict[str, Any]:
        state = self.state
        cause = state["fails"].get(method)
        if cause:
            raise ForgeUnavailable(f"could not {method}: it was told to fail", cause)
        return state

    def _number(self, state: dict[str, Any], what: str, text: str) -> int:
        number = len(state["bodies"]) + 1
        state["bodies"][str(number)] = text
        state["made"].append(what)
        return number

    def _keep(self, state: dict[str, Any]) -> None:
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(state))
        new.replace(self.path)
