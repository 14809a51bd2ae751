"""How new lessons are joined with known ones: one operation each, never a rewritten list; pure."""

from __future__ import annotations

from collections.abc import Mapping

from blackboard import ids
from blackboard.event import NewEvent
from blackboard.events.lesson import (
    LessonContradicted,
    LessonRetired,
    LessonRevised,
    LessonSuperseded,
)
from blackboard.events.payload import PayloadModel, new
from blackboard.views.decisions import is_left_to_people
from blackboard.views.rows import LessonRow
from reflect.pipeline import events as pipeline
from reflect.proposals.answers import Related

ACTOR = "curator"


def joined(related: Related, rows: Mapping[str, LessonRow]) -> list[NewEvent]:
    """The events of one relation; none where it names what it must not touch.

    What a person approved is never superseded or retired by a model: it is marked as contradicted,
    which a person decides.

    Args:
        related: what the model said.
        rows: the lessons that the question listed, by id.
    """
    row, other = rows.get(related.lesson), rows.get(related.other)
    if row is None or row["status"] != "candidate" or not row["asked"]:
        return []  # only what a model proposed and no one decided on is moved by a model
    if related.relation == "of-the-day":
        return [_about(row, LessonRetired(lesson=row["id"], reason=_why(related)), "of-the-day")]
    if other is None or other["id"] == row["id"] or other["project"] != row["project"]:
        return []
    match related.relation:
        case "same" | "more-special":
            return [*_gives_way(row, other, related), *_text_of(row, other, related)]
        case "contradicts":
            return [_contradiction(row, other)]
        case _:
            is_movable = other["status"] == "candidate" and bool(other["asked"])
            return _gives_way(other, row, related) if is_movable else [_contradiction(row, other)]


def _gives_way(lost: LessonRow, kept: LessonRow, related: Related) -> list[NewEvent]:
    """One lesson gives its evidence to another one, and is no longer offered."""
    is_witness = related.relation != "supersedes"
    gone = LessonSuperseded(lesson=lost["id"], by=kept["id"], reason=_why(related))
    told = (
        [_about(lost, pipeline.joined(lost, kept["id"]), f"joined:{kept['id']}")]
        if is_witness
        else []
    )
    return [*told, _about(lost, gone, f"superseded:{kept['id']}")]


def _text_of(lost: LessonRow, kept: LessonRow, related: Related) -> list[NewEvent]:
    """The lesson that stays takes the other one's text, where a model finds that the better one.

    Only where it was a model's too, no one decided about it, and structure proves both alike.
    """
    is_open = kept["status"] == "candidate" and kept["asked"] and not is_left_to_people(kept)
    is_better = related.relation == "same" and related.better == lost["id"]
    if not is_better or not is_open or lost["proof"] != kept["proof"]:
        return []
    better = LessonRevised(
        lesson=kept["id"], constraint=lost["constraint"], reason=f"{lost['id']} says it better"
    )
    return [_about(kept, better, f"text-of:{lost['id']}")]


def _contradiction(row: LessonRow, other: LessonRow) -> NewEvent:
    payload = LessonContradicted(lesson=row["id"], other=other["id"], verdict="unsure")
    return _about(row, payload, f"contradicts:{other['id']}")


def _about(row: LessonRow, payload: PayloadModel, occasion: str) -> NewEvent:
    stream = f"lesson:{row['id']}"
    name = ids.derived(stream, occasion)
    return new(payload, stream=stream, project=row["project"], actor=ACTOR, id=name)


def _why(related: Related) -> str:
    reason = " ".join(related.reason.split())[:300]
    return f"{related.relation}: {reason}" if reason else related.relation
