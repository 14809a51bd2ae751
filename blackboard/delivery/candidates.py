"""A lesson, insight or workflow that may be delivered, and what it shares with the situation."""

from __future__ import annotations

from blackboard.search.shell import simple_commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from blackboard.delivery.situation import Situation


class Overlap:
    """The words in common with the sentence that fits best, rarest first; and how well it fits."""

    __slots__ = ("relevance", "shared")

    def __init__(self, shared: tuple[str, ...], relevance: float) -> None:
        self.shared = shared
        self.relevance = relevance


NOTHING_SHARED = Overlap((), 0.0)
"""The overlap of what was found by other means than its words."""


class Candidate:
    """What may be delivered, and what it has in common with the situation.

    `row` has the columns that are the same for all kinds (`storage.sqlite.candidates.COLUMNS`);
    `keys` are the kinds of keys in common with their values; `account` is what became of it
    before, None where it was never delivered. `is_general` says that it holds for all work there,
    `was_shown` that the session was shown it before its context was cleared, `is_known` that it has
    its words by another way.
    """

    __slots__ = (
        "account", "is_general", "is_known", "keys", "kind", "overlap", "row", "was_shown",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        row: dict[str, Any],
        overlap: Overlap = NOTHING_SHARED,
        keys: tuple[tuple[str, str], ...] = (),
        account: dict[str, Any] | None = None,
    ) -> None:
        self.kind = kind
        self.row = row
        self.overlap = overlap
        self.keys = keys
        self.account = account
        self.is_general = self.is_known = self.was_shown = False

    @property
    def id(self) -> str:
        """The id of the lesson, insight or workflow."""
        found: str = self.row["id"]
        return found


def is_sure(candidate: Candidate, min_confidence: float) -> bool:
    """Whether it is no insight, or one that is sure enough or that somebody approved."""
    row = candidate.row
    is_insight = candidate.kind == "insight" and row["status"] != "approved"
    return not is_insight or row["confidence"] >= min_confidence


def is_obeyed(candidate: Candidate, situation: Situation) -> bool:
    """Whether the agent is about to run just the command that the lesson asks for."""
    return situation.step == "before" and _asks_for(candidate.row, situation.command.strip())


def has_failed(candidate: Candidate, situation: Situation) -> bool:
    """Whether the remedy for an error is the very command that failed."""
    is_remedy = situation.step == "failed" and candidate.row["measurable"]
    runs = map(" ".join, simple_commands(situation.command) if is_remedy else ())
    return any(_asks_for(candidate.row, each) for each in runs)


def _asks_for(row: dict[str, Any], command: str) -> bool:
    is_asked_for = bool(command) and f"`{command}`" in row["constraint"]
    return is_asked_for and command not in row["symptom"]
