"""How bad a lesson is, by its evidence; pure.

Where it was learnt says how bad one failure was; that it comes back says more. Only a person's
repeated word makes a lesson severe by itself: severe lessons are never held back, and what fails
often is just what should be measured. Theirs are never held back anyway.
"""

from __future__ import annotations

from collections.abc import Iterable

from blackboard import ids
from blackboard.event import NewEvent
from blackboard.events.lesson import LessonRevised
from blackboard.events.payload import new
from blackboard.views.decisions import is_left_to_people
from blackboard.views.rows import LessonRow
from blackboard.vocabulary import Severity, Trust
from reflect.curator.policy import independent

OFTEN = 3
"""Independent sessions in which a trifle came back, which is none then."""

SAID_AGAIN = 2
"""Independent sessions in which a person had to say the same."""

_ACTOR = "curator"


def by_evidence(severity: Severity, trust: Trust, sessions: Iterable[str]) -> Severity:
    """A lesson's severity, no less than where it was learnt says.

    Args:
        severity: what was said where it was learnt.
        trust: the lesson's.
        sessions: those that show it; a session and its subagents count once.

    >>> by_evidence("low", "tool", ["a", "b", "c"]), by_evidence("medium", "human", ["a", "b"])
    ('medium', 'high')
    """
    number = len(independent(sessions))
    if trust == "human" and number >= SAID_AGAIN:
        return "high"
    return "medium" if severity == "low" and number >= OFTEN else severity


def risen(row: LessonRow) -> list[NewEvent]:
    """The event by which a lesson's severity follows what it was shown by since.

    Once for each severity, so that what is undone stays so; what a person decided on is theirs.
    """
    severity = by_evidence(row["severity"], row["trust"], row["sessions"])
    if severity == row["severity"] or is_left_to_people(row):
        return []
    sessions = len(independent(row["sessions"]))
    shown = "said" if row["trust"] == "human" else "shown"
    payload = LessonRevised(
        lesson=row["id"], severity=severity, reason=f"{shown} in {sessions} sessions"
    )
    stream = f"lesson:{row['id']}"
    name = ids.derived(stream, f"severity:{severity}")
    return [new(payload, stream=stream, project=row["project"], actor=_ACTOR, id=name)]
