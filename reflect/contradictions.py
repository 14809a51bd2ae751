"""Of lessons that contradict each other, the later word of the source trusted no less stands.

Unless a person has approved the other: then the new one is rejected, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blackboard.event import NewEvent
from blackboard.events.lesson import (
    LessonApproved,
    LessonRejected,
    LessonRestored,
    LessonSuperseded,
)
from blackboard.events.payload import PayloadModel, new
from blackboard.views.decisions import MACHINES
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.finding import Finding
from reflect.trust import ORDER

_LOST = (LessonSuperseded.type, LessonRejected.type)
_POLICY = "curator"


def settle(
    finding: Finding, lesson: str, opposed: Sequence[LessonRow], project: str | None, actor: str
) -> list[NewEvent]:
    """What follows for a new lesson, and for those that it contradicts."""
    standing = [row for row in opposed if row["status"] in ACTIVE_STATUSES]
    for row in standing:
        why = _stands_because(row, finding)
        if why:
            payload = LessonRejected(lesson=lesson, reason=f"contradicts {row['id']}, which {why}")
            return [event_for(payload, finding, f"against:{row['id']}", project, actor)]
    return _supersede(finding, lesson, standing, project, actor)


def settle_again(
    finding: Finding, row: LessonRow, opposed: Sequence[LessonRow], project: str | None, actor: str
) -> list[NewEvent]:
    """What follows when a lesson that lost to its opposite is said once more, after it."""
    lost = lost_in(row)
    standing = [each for each in opposed if each["status"] in ACTIVE_STATUSES]
    if lost is None or any(_stands_because(each, finding) for each in standing):
        return []
    lesson = row["id"]
    back = LessonRestored(lesson=lesson, undone=lost, reason="said again since")
    restored = event_for(back, finding, f"again:{finding.occasion}", project, actor)
    return [restored, *_supersede(finding, lesson, standing, project, actor)]


def lost_in(row: LessonRow) -> str | None:
    """The event by which a lesson lost to its opposite, if that is why it does not stand."""
    changes = [each for each in row["decisions"] if "status" in each["before"]]
    last: dict[str, Any] = changes[-1] if changes else {"type": "", "actor": "", "event": ""}
    by_contradiction = last["actor"] in MACHINES and last["actor"] != _POLICY
    return str(last["event"]) if by_contradiction and last["type"] in _LOST else None


def event_for(
    payload: PayloadModel, finding: Finding, occasion: str, project: str | None, actor: str
) -> NewEvent:
    """What a finding says of a lesson; the same occasion is recorded once."""
    return new(
        payload,
        project=project,
        actor=actor,
        occurred_at=finding.occurred_at,
        key=occasion,
        causation=finding.evidence[0].event_id if finding.evidence else None,
    )


def _supersede(
    finding: Finding, lesson: str, rows: Sequence[LessonRow], project: str | None, actor: str
) -> list[NewEvent]:
    told = []
    for row in rows:
        payload = LessonSuperseded(lesson=row["id"], by=lesson, reason="said otherwise since")
        occasion = f"by:{lesson}:{finding.occasion}"
        told.append(event_for(payload, finding, occasion, project, actor))
    return told


def _stands_because(row: LessonRow, finding: Finding) -> str:
    """Why a lesson outlasts its opposite; empty when it gives way."""
    if _is_approved_by_person(row):
        return "a person has approved"
    if ORDER.index(finding.trust) > ORDER.index(row["trust"]):
        return "comes from a better source"
    return "was said later" if row["last_seen_at"] > finding.occurred_at else ""


def _is_approved_by_person(row: LessonRow) -> bool:
    """Whether a person stands behind it, also one whose records were imported as approved."""
    approvals = [each for each in row["decisions"] if each["type"] == LessonApproved.type]
    by_policy = bool(approvals) and approvals[-1]["actor"] in MACHINES
    return row["status"] == "approved" and not by_policy
