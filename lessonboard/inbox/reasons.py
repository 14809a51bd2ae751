"""What a person reads about why a row is where it is; pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.views.decisions import doubt
from blackboard.views.freshness import STALE
from lessonboard.inbox.model import Section, Waiting
from lessonboard.present.text import counted, one_line, times

DEFERRED = {
    "loaded": "it is in a file that agents load anyway",
    "agent": "it is about the agent's own program, not about this project",
    "understood": "a rule took it from a session that a model has read, and nothing repeated it",
    "unsure": "a model concluded it from one session, and was not sure",
}
"""By the reason that the board gives (`blackboard.storage.sqlite.undecided`)."""


def why(section: Section, first: Waiting) -> str:
    """One line about why a decision is where it is."""
    row: Mapping[str, Any] = first.row
    said = doubt(row)
    if section == "again":
        is_stale = row["freshness"] in STALE
        what = "what it cites has changed" if is_stale else "something contradicts it"
        return f"approved, but {one_line(said) or what}"
    if said:
        return f"approved before, but {one_line(said)}"
    if first.came_back:
        return f"what it is about came back {times(first.came_back)} since"
    if sessions := several(first):
        return f"{'said' if section == 'said' else 'seen'} in {counted(sessions, 'session')}"
    if section == "said":
        return "you said it once"
    return f"seen once, with a confidence of {row['confidence']:.2f}"


def several(waiting: Waiting) -> int:
    """In how many independent sessions a row was seen; 0 for one alone."""
    row: Mapping[str, Any] = waiting.row
    number: int = row.get("sources") or len(row.get("sessions", ()))
    return number if number > 1 else 0
