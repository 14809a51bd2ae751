"""What a backtest knows of one lesson in one session; pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from blackboard.event import Event
from blackboard.views.rows import LessonRow

Met = Literal["in time", "beside", "not shown", "not learnt"]
"""Whether a failure that came back met its lesson: at the start, with a prompt or at an earlier
call; only at the call that fails; not at all though it was known; or there was none."""

Followed = Literal["failure", "subject", "nothing", "not seen"]
"""What came in the session after a lesson was shown: the failure that it is about, its command or
file alone, neither; or it names nothing that calls show, as most rules in plain words."""


@dataclass(frozen=True)
class Telling:
    """A lesson shown to a session: at which step, and with which event."""

    at: int
    session: str
    step: str
    event: Event
    lesson: LessonRow
    followed: Followed = "not seen"

    def is_before(self, call: Event) -> bool:
        """Whether it was shown before the agent decided on a call."""
        decided_at = (call.payload or {}).get("called_at") or call.occurred_at
        return self.event.id != call.id and self.at < decided_at
