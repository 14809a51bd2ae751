"""A session's digest as it is sent: numbered entries between marks, in bounded windows; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import gmtime

from blackboard.delivery.text import tokens
from reflect.digest.entry import Entry
from reflect.digest.session import entries, lines
from reflect.prompts import as_data
from reflect.trajectory import Trajectory

MOST_TOKENS = 12_000
"""Of one window."""

MOST_WINDOWS = 4
FEWEST_ENTRIES = 3
"""A session with fewer has nothing to learn from but what the person said."""


@dataclass(frozen=True)
class Digest:
    """What a model is shown of a session; `until` is the version of the last entry."""

    trajectory: Trajectory
    found: Sequence[Entry]
    windows: tuple[str, ...]
    until: int

    @cached_property
    def by_number(self) -> Mapping[int, Entry]:
        """The entries by their numbers; those that share a line too."""
        return {each.number: each for each in self.found}

    @property
    def is_worth_asking(self) -> bool:
        """Whether anything happened that could give a lesson: words, failures, refusals."""
        telling = [each for each in self.found if each.kind not in ("agent", "other")]
        return bool(telling) and len(self.found) >= FEWEST_ENTRIES


def digest(trajectory: Trajectory, since: int = 0) -> Digest:
    """The digest of a session, of what came after a version of its stream."""
    found = entries(trajectory, since)
    until = max((each.number for each in found), default=since)
    windows = tuple(
        as_data("session", f"{_heading(trajectory)}\n{window}") for window in _windows(lines(found))
    )
    return Digest(trajectory, found, windows, until)


def _heading(trajectory: Trajectory) -> str:
    session = trajectory.session
    year, month, day = gmtime(session["started_at"] // 1_000_000)[:3]
    where = session["project"] or session["cwd"] or "no repository"
    return f"Session of {year:04}-{month:02}-{day:02} with {session['agent']} in {where}"


def _windows(told: Sequence[str]) -> Iterator[str]:
    """The lines in as many windows as are read; the first of them counts what had no room before.

    What a session came to is at its end, so the oldest is left out.
    """
    windows: list[list[str]] = [[]]
    size = 0
    for line in told:
        if size + tokens(line) > MOST_TOKENS and windows[-1]:
            windows.append([])
            size = 0
        windows[-1].append(line)
        size += tokens(line) + 1
    first = max(0, len(windows) - MOST_WINDOWS)
    left_out = sum(map(len, windows[:first]))
    if left_out:
        windows[first].insert(0, f"({left_out} earlier lines are left out)")
    for window in windows[first:]:
        if window:
            yield "\n".join(window)
