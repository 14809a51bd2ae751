"""What a whole replay found, and the counts that follow from it; pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from blackboard.event import Event, iso
from blackboard.views.rows import LessonRow
from reflect.accounts.intervals import Share
from reflect.accounts.wilson import wilson
from reflect.backtest.figures import Followed, Met, Telling


@dataclass(frozen=True)
class Learnt:
    """A lesson, and since when it could be shown: the end of the first session that taught it."""

    at: int
    lesson: LessonRow


@dataclass(frozen=True)
class Repeat:
    """A failure that had happened in an earlier session, and its lessons."""

    session: str
    event: Event
    error: str
    met: Met
    lessons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Backtest:
    """What a history's lessons would have been worth.

    `tokens` are those of all that would have been shown; `failures` all calls that failed and say
    by what they can be known again.
    """

    session_ids: tuple[str, ...]
    first_at: int
    last_at: int
    failures: int
    repeats: tuple[Repeat, ...]
    tellings: tuple[Telling, ...]
    lessons: tuple[Learnt, ...]
    tokens: int

    @property
    def sessions(self) -> int:
        """How many sessions were counted."""
        return len(self.session_ids)

    def met(self, *how: Met) -> Share:
        """The failures that came back and met their lesson in one of these ways."""
        return Share(sum(each.met in how for each in self.repeats), len(self.repeats))

    def followed(self, by: Followed) -> Share:
        """The tellings that were followed by that."""
        return Share(sum(each.followed == by for each in self.tellings), len(self.tellings))

    def as_json(self) -> dict[str, Any]:
        """The counts, without any text of the sessions."""
        in_time = self.met("in time")
        interval = wilson(in_time)
        return {
            "sessions": self.sessions,
            "from": iso(self.first_at) if self.sessions else None,
            "until": iso(self.last_at) if self.sessions else None,
            "lessons": len(self.lessons),
            "failures": self.failures,
            "came_back": in_time.total,
            "met_in_time": in_time.part,
            "met_in_time_interval": [round(interval.low, 4), round(interval.high, 4)],
            "met_beside_the_call": self.met("beside").part,
            "known_but_not_told": self.met("not shown").part,
            "not_learnt": self.met("not learnt").part,
            "told": len(self.tellings),
            "told_at": dict(sorted(Counter(each.step for each in self.tellings).items())),
            "told_and_the_failure_followed": self.followed("failure").part,
            "told_and_its_subject_came_up": self.followed("subject").part,
            "told_and_nothing_followed": self.followed("nothing").part,
            "told_and_no_call_shows": self.followed("not seen").part,
            "tokens": self.tokens,
        }
