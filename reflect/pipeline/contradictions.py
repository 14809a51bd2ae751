"""Of rules that contradict each other, the later word of the source trusted no less stands.

Unless a person has approved the other: then the new one is let go, with the reason. A lesson
never gives way to an insight, and what a person states here and now is never let go: what he
approved before then stands beside it, and he is told so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blackboard.event import NewEvent
from blackboard.events.insight import InsightApproved, InsightPromoted, InsightRetired
from blackboard.events.lesson import (
    LessonApproved,
    LessonRejected,
    LessonRestored,
    LessonSuperseded,
)
from blackboard.views.decisions import MACHINES
from blackboard.views.rows import RuleRow
from reflect.finding import Finding, InsightFinding, View
from reflect.pipeline.events import Place, said_of
from reflect.pipeline.known import Neighbour
from reflect.trust import ORDER

_LOST = (LessonSuperseded.type, LessonRejected.type)
_POLICY = "curator"
_WAYS_IN = (MACHINES - {_POLICY}) | {"import", "agent", "rerun"}
"""The actors whose rejections and supersessions are of contradictions alone."""


def settle(
    found: Finding | InsightFinding, name: str, opposed: Sequence[Neighbour], place: Place
) -> list[NewEvent]:
    """What follows for something new, and for what it contradicts.

    Args:
        found: what was learnt.
        name: the id that it has as a lesson or insight.
        opposed: what is offered and says the opposite.
        place: where it was learnt, and by whom.
    """
    stands = [(each, why) for each in opposed if (why := why_it_stands(each, found))]
    if stands and not found.stated:
        other, why = stands[0]
        reason = f"contradicts {other.row['id']}, which {why}"
        lost = (
            LessonRejected(lesson=name, reason=reason)
            if found.view == "lessons"
            else InsightRetired(insight=name, reason=reason)
        )
        return [said_of(found, lost, name, f"against:{other.row['id']}", place)]
    kept = [each for each, _ in stands]
    return _let_go(found, name, [each for each in opposed if each not in kept], place)


def settle_again(
    found: Finding, row: RuleRow, opposed: Sequence[Neighbour], place: Place
) -> list[NewEvent]:
    """What follows when a lesson that lost to its opposite is said once more, after it."""
    lost = lost_in(row)
    if lost is None or any(why_it_stands(each, found) for each in opposed):
        return []
    lesson = row["id"]
    back = LessonRestored(lesson=lesson, undone=lost, reason="said again since")
    restored = said_of(found, back, lesson, f"again:{found.occasion}", place)
    return [restored, *_let_go(found, lesson, opposed, place)]


def lost_in(row: RuleRow) -> str | None:
    """The event by which a lesson lost to its opposite, if that is why it is offered no more."""
    changes = [each for each in row["decisions"] if "status" in each["before"]]
    last: dict[str, Any] = changes[-1] if changes else {"type": "", "actor": "", "event": ""}
    by_contradiction = last["actor"] in _WAYS_IN and last["type"] in _LOST
    return str(last["event"]) if by_contradiction else None


def why_it_stands(other: Neighbour, found: Finding | InsightFinding) -> str:
    """Why a lesson or insight outlasts its opposite; empty when it gives way."""
    row = other.row
    if is_approved_by_person(row, other.view):
        return "a person has approved"
    if found.stated:
        return ""
    if other.view == "lessons" and found.view == "insights":
        return "is a lesson"
    if ORDER.index(found.trust) > ORDER.index(row["trust"]):
        return "comes from a better source"
    return "was said later" if row["last_seen_at"] > found.occurred_at else ""


def is_approved_by_person(row: RuleRow, view: View = "lessons") -> bool:
    """Whether a person stands behind it, also one whose records were imported as approved.

    Insights were once approved without anybody; only a decision shows that a person did it.
    """
    if view == "insights":
        by_person = (InsightApproved.type, InsightPromoted.type)
        return row["status"] == "approved" and any(
            each["type"] in by_person and each["actor"] not in MACHINES for each in row["decisions"]
        )
    approvals = [each for each in row["decisions"] if each["type"] == LessonApproved.type]
    by_policy = bool(approvals) and approvals[-1]["actor"] in MACHINES
    return row["status"] == "approved" and not by_policy


def _let_go(
    found: Finding | InsightFinding, name: str, others: Sequence[Neighbour], place: Place
) -> list[NewEvent]:
    """The later word takes the place of what it contradicts."""
    told = []
    for each in others:
        other = each.row["id"]
        payload = (
            LessonSuperseded(lesson=other, by=name, reason="said otherwise since")
            if each.view == "lessons"
            else InsightRetired(insight=other, reason=f"{name} says otherwise since")
        )
        told.append(said_of(found, payload, other, f"by:{name}:{found.occasion}", place, each.view))
    return told
