"""What follows where something learnt contradicts what is known: a pair, which a person decides.

No lesson gives way to another by itself, even to a later one: the two are recorded as a pair, and
agents are shown at most one of them (`blackboard.delivery.contradicted`). Only an insight that
no one approved gives way, to a lesson or to a later insight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blackboard import ids
from blackboard.actors import MACHINES, role
from blackboard.event import NewEvent
from blackboard.events.insight import InsightRetired
from blackboard.events.lesson import (
    LessonContradicted,
    LessonRejected,
    LessonRestored,
    LessonSuperseded,
)
from blackboard.views.rows import RuleRow
from blackboard.views.rule import rule_of
from reflect.finding import Finding, InsightFinding
from reflect.pipeline.events import Place, said_of
from reflect.pipeline.known import Neighbour

_LOST = (LessonSuperseded.type, LessonRejected.type)
_POLICY = "curator"
_WAYS_IN = (MACHINES - {_POLICY}) | {"import", "agent", "rerun"}
"""The actors that once rejected and superseded lessons for contradictions alone."""


def settle(
    found: Finding | InsightFinding, name: str, against: Sequence[Neighbour], place: Place
) -> list[NewEvent]:
    """What follows for something new and for what it contradicts, or may contradict.

    Args:
        found: what was learnt.
        name: the id that it has as a lesson or insight.
        against: what is offered and says the opposite, or seems to.
        place: where it was learnt, and by whom.
    """
    if isinstance(found, InsightFinding):
        return _settle_insight(found, name, against, place)
    return [
        _given_up(found, each.row["id"], name, place)
        if each.view == "insights" and each.says == "opposite" and not stands(each.row)
        else _pair(found, name, each, place)
        for each in against
    ]


def settle_again(
    found: Finding, row: RuleRow, against: Sequence[Neighbour], place: Place
) -> list[NewEvent]:
    """What follows when a lesson that once lost to its opposite is said again: both are a pair."""
    lost = lost_in(row)
    if lost is None:
        return []
    lesson = row["id"]
    back = LessonRestored(lesson=lesson, undone=lost, reason="said again since")
    restored = said_of(found, back, lesson, f"again:{found.occasion}", place)
    return [restored, *settle(found, lesson, against, place)]


def lost_in(row: RuleRow) -> str | None:
    """The event by which a lesson lost to its opposite, if that is why it is no longer offered."""
    changes = [each for each in row["decisions"] if "status" in each["before"]]
    last: dict[str, Any] = changes[-1] if changes else {"type": "", "actor": "", "event": ""}
    by_contradiction = role(last["actor"]) in _WAYS_IN and last["type"] in _LOST
    return str(last["event"]) if by_contradiction else None


def stands(row: RuleRow) -> bool:
    """Whether somebody vouches for a lesson or insight: it was approved, or a person said it."""
    return row["status"] == "approved" or row["trust"] == "human"


def _settle_insight(
    found: InsightFinding, name: str, against: Sequence[Neighbour], place: Place
) -> list[NewEvent]:
    """A new insight gives way to a lesson, and to an insight that somebody vouches for.

    One that a person states gives way to nothing; a lesson that it contradicts is its pair.
    """
    sure = [each for each in against if each.says == "opposite"]
    if found.stated:
        return [
            _pair_of_lesson(found, name, each, place)
            if each.view == "lessons"
            else _given_up(found, each.row["id"], name, place)
            for each in against
            if each.view == "lessons" or (each.says == "opposite" and not stands(each.row))
        ]
    kept = next((each for each in sure if each.view == "lessons" or stands(each.row)), None)
    if kept is not None:
        reason = f"contradicts {kept.row['id']}, which is kept"
        lost = InsightRetired(insight=name, reason=reason)
        return [said_of(found, lost, name, f"against:{kept.row['id']}", place)]
    return [_given_up(found, each.row["id"], name, place) for each in sure]


def _pair_of_lesson(found: InsightFinding, name: str, other: Neighbour, place: Place) -> NewEvent:
    """The pair that an insight and a lesson make, recorded in the lesson's stream."""
    assert other.says != "same"
    lesson = str(other.row["id"])
    pair = LessonContradicted(lesson=lesson, other=name, verdict=other.says)
    event = said_of(found, pair, lesson, "", place, "lessons")
    return event._replace(id=pair_id(name, found.rule, other))


def _given_up(found: Finding | InsightFinding, insight: str, name: str, place: Place) -> NewEvent:
    """An insight that no one approved gives way to what was learnt since."""
    payload = InsightRetired(insight=insight, reason=f"{name} says otherwise since")
    return said_of(found, payload, insight, f"by:{name}:{found.occasion}", place, "insights")


def _pair(found: Finding, name: str, other: Neighbour, place: Place) -> NewEvent:
    """A person is to decide between two; the same two make one event, whichever was first."""
    event = said_of(found, as_pair(name, other), name, "", place)
    return event._replace(id=pair_id(name, found.rule, other))


def as_pair(lesson: str, other: Neighbour) -> LessonContradicted:
    """A lesson, and what contradicts it or may."""
    assert other.says != "same"
    return LessonContradicted(lesson=lesson, other=other.row["id"], verdict=other.says)


def pair_id(lesson: str, rule: str, other: Neighbour) -> str:
    """The id of the event about two lessons with these words; other words make another pair."""
    first, second = sorted(((lesson, rule), (other.row["id"], rule_of(other.row))))
    return ids.derived(f"lesson:{first[0]}", "\n".join(("contradicts", *first, *second)))
