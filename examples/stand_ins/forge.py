"""A forge in one JSON file: issues, draft pull requests and comments, without a network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from blackboard.event import NewEvent
from lessonboard.parts.automation.forge.forge import Issue, PullRequest, State
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request

_URL = "https://forge.example/acme/web"


class FileForge:
    """Fulfils `lessonboard.parts.automation.forge.forge.Forge`; the file outlives the process that
    writes it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def state(self) -> dict[str, Any]:
        """Everything there is; `made` lists what was created, in order."""
        if self.path.exists():
            found: dict[str, Any] = json.loads(self.path.read_text())
            return found
        return {"issues": {}, "pulls": {}, "bodies": {}, "comments": {}, "made": []}

    def find_issue(self, fingerprint: str) -> Issue | None:
        """The issue that carries a fingerprint."""
        found = self.state["issues"].get(fingerprint)
        return Issue(*found) if found else None

    def create_issue(self, title: str, body: str, labels: Sequence[str], fingerprint: str) -> Issue:
        """Open an issue, always a new one: the caller must look first."""
        state = self.state
        number = _add(state, "issue", f"{title}\n\n{body}")
        state["issues"][fingerprint] = [number, f"{_URL}/issues/{number}", "open"]
        self.write(state)
        return Issue(*state["issues"][fingerprint])

    def find_pull_request(self, branch: str) -> PullRequest | None:
        """The pull request of a branch."""
        found = self.state["pulls"].get(branch)
        return PullRequest(*found) if found else None

    def create_draft(self, title: str, body: str, branch: str, base: str) -> PullRequest:
        """Open a draft, always a new one: the caller must look first."""
        state = self.state
        number = _add(state, f"draft into {base}", f"{title}\n\n{body}")
        state["pulls"][branch] = [number, f"{_URL}/pull/{number}", True, "open"]
        self.write(state)
        return PullRequest(*state["pulls"][branch])

    def comment(self, number: int, body: str, key: str) -> None:
        """Comment once for each key."""
        state = self.state
        state["comments"].setdefault(f"{number} {key}", body)
        self.write(state)

    def reopen_issue(self, number: int) -> None:
        """Open an issue again."""
        state = self.state
        for found in state["issues"].values():
            found[2] = "open" if found[0] == number else found[2]
        self.write(state)

    def state_of(self, number: int) -> State:
        """What became of a pull request."""
        (found,) = [each for each in self.state["pulls"].values() if each[0] == number]
        state: State = found[3]
        return state

    def is_reverted(self, number: int) -> bool:
        """Nothing is taken back here."""
        return False

    def history_of(self, number: int) -> Sequence[NewEvent]:
        """What became of a pull request; `merge` says when."""
        state = self.state
        merged_at = state.get("merged", {}).get(str(number))
        title = state["bodies"][str(number)].splitlines()[0]
        given = {"number": number, "html_url": f"{_URL}/pull/{number}", "title": title}
        lists = state.get("reviews", {}).get(str(number), {})
        return read_pull_request({"pull_request": {**given, "merged_at": merged_at}, **lists})

    def review(self, number: int, words: str, at: str, answered_at: str) -> None:
        """Ask for changes as a person does, and answer with a commit; times are ISO 8601."""
        state = self.state
        person = {"login": "ada"}
        asked = {"user": person, "state": "CHANGES_REQUESTED", "body": words, "submitted_at": at}
        answer = {"message": "Answer the review", "committer": {"date": answered_at}}
        state.setdefault("reviews", {})[str(number)] = {
            "reviews": [{"id": 1, **asked}],
            "commits": [{"sha": "a" * 40, "commit": answer}],
        }
        self.write(state)

    def merge(self, number: int, at: str) -> None:
        """Merge a pull request as a person does; `at` is ISO 8601."""
        state = self.state
        state.setdefault("merged", {})[str(number)] = at
        for found in state["pulls"].values():
            found[3] = "merged" if found[0] == number else found[3]
        self.write(state)

    def write(self, state: dict[str, Any]) -> None:
        """Replace the file in one step, so that a killed process leaves it whole."""
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(state))
        new.replace(self.path)


def _add(state: dict[str, Any], kind: str, text: str) -> int:
    number = len(state["bodies"]) + 1
    state["bodies"][str(number)] = text
    state["made"].append(kind)
    return number
