"""How a pattern fared after its improvement was merged: pure counts, and what may be said of them.

Only sessions that were examined for the pattern count (`reflect.examine`). Counts prove no cause:
what is published says how many sessions, of how many, from when until when, and before as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from blackboard.event import iso

Outcome = Literal["held", "less", "failed"]

FAILED_SHARE = 0.5
"""A pattern that is still seen at half its former rate or more was not fixed."""

MOST_BEFORE = 50
"""Examined sessions before the merge that are compared with, the latest."""


class Session(NamedTuple):
    """A session of the project; `seen` is None where it was not examined for the pattern."""

    began_at: int
    last_at: int
    seen: bool | None


class Rate(NamedTuple):
    """In how many of the examined sessions a pattern was seen."""

    seen: int
    examined: int

    @property
    def value(self) -> float:
        """The share of sessions, 0 where none was examined."""
        return self.seen / self.examined if self.examined else 0.0


class Improvement(NamedTuple):
    """A merged improvement; `merged_at` is in microseconds UTC."""

    fingerprint: str
    request: str
    issue: int
    pull_request: int
    merged_at: int


class Measurement(NamedTuple):
    """The sessions before and since a merge; `until` is when the last of them was last active."""

    improvement: Improvement
    sessions: int
    after: Rate
    before: Rate
    until: int

    @property
    def outcome(self) -> Outcome:
        """Whether the pattern stayed away, is seen less often, or came again."""
        return outcome_of(self.after, self.before)

    @property
    def comment(self) -> str:
        """The counts as a comment for the issue, with their period and denominators."""
        return " ".join([_since(self), *_unexamined(self), _before(self), _next(self.outcome)])


def outcome_of(after: Rate, before: Rate) -> Outcome:
    """What the rates after and before a merge say.

    >>> outcome_of(Rate(0, 10), Rate(3, 10)), outcome_of(Rate(1, 10), Rate(3, 10))
    ('held', 'less')
    >>> outcome_of(Rate(3, 20), Rate(3, 10)), outcome_of(Rate(1, 10), Rate(0, 0))
    ('failed', 'failed')
    """
    if not after.seen:
        return "held"
    return "failed" if after.value >= FAILED_SHARE * before.value else "less"


def measured(improvement: Improvement, sessions: Iterable[Session]) -> Measurement:
    """The measurement of an improvement over the sessions of its project.

    A session that was under way at the merge shows nothing of either time: it counts in neither.
    """
    ordered = sorted(sessions, key=lambda each: each.began_at)
    merged_at = improvement.merged_at
    since = [each for each in ordered if each.began_at >= merged_at]
    earlier = [each for each in ordered if each.last_at < merged_at and each.seen is not None]
    until = max((each.last_at for each in since), default=merged_at)
    return Measurement(improvement, len(since), _rate(since), _rate(earlier[-MOST_BEFORE:]), until)


def _rate(sessions: Sequence[Session]) -> Rate:
    examined = [each.seen for each in sessions if each.seen is not None]
    return Rate(sum(examined), len(examined))


def _since(each: Measurement) -> str:
    improvement, rate = each.improvement, each.after
    return (
        f"Pull request #{improvement.pull_request} was merged on {_day(improvement.merged_at)}. "
        f"From then until {_day(each.until)} the pattern was seen in {rate.seen} of "
        f"{_sessions(rate.examined)} that were examined for it."
    )


def _unexamined(each: Measurement) -> list[str]:
    left = each.sessions - each.after.examined
    return [f"{_sessions(left)} more began and {_were(left)} not examined."] if left else []


def _before(each: Measurement) -> str:
    if not each.before.examined:
        return "No session before the merge was examined for it."
    return f"Before the merge it was seen in {each.before.seen} of {each.before.examined}."


def _next(outcome: Outcome) -> str:
    match outcome:
        case "held":
            return "Counts do not prove a cause."
        case "less":
            return "It is seen less often than before, and has not gone."
    return "It was seen again, so this issue is open again."


def _sessions(count: int) -> str:
    return f"{count} session" if count == 1 else f"{count} sessions"


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _day(at: int) -> str:
    return iso(at)[:10]
