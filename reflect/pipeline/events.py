"""The events that put something learnt on the board; the same occasion gives each of them once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from blackboard import ids
from blackboard.event import NewEvent
from blackboard.events import streams
from blackboard.events.insight import InsightCurated
from blackboard.events.lesson import LessonCreated, LessonDeduplicated
from blackboard.events.payload import Evidence, PayloadModel, new
from blackboard.views.rows import LessonRow, RuleRow
from reflect.finding import Finding, InsightFinding, View
from reflect.pipeline.known import Neighbour
from reflect.pipeline.severity import by_evidence
from reflect.trust import ATTESTED


class Place(NamedTuple):
    """Where something was learnt, and by whom."""

    project: str | None
    actor: str


def id_of(found: Finding | InsightFinding, project: str | None) -> str:
    """The id that it has as a lesson or insight of its own."""
    if isinstance(found, Finding):
        return found.lesson_id(project)
    return found.insight_id(project)


def said_of(
    found: Finding | InsightFinding,
    payload: PayloadModel,
    name: str,
    occasion: str,
    place: Place,
    view: View | None = None,
) -> NewEvent:
    """An event about a lesson or insight that follows from something learnt."""
    stream = f"{(view or found.view).removesuffix('s')}:{name}"
    return new(
        payload,
        stream=stream,
        project=place.project,
        actor=place.actor,
        occurred_at=found.occurred_at,
        id=ids.derived(stream, occasion),
        causation=found.evidence[0].event_id if found.evidence else None,
    )


def creation(found: Finding | InsightFinding, name: str, place: Place) -> NewEvent:
    """It is kept, as a candidate."""
    payload = (
        _lesson(found, name, place.actor)
        if isinstance(found, Finding)
        else _insight(found, name, found.statement)
    )
    return said_of(found, payload, name, found.occasion, place)


def recurrence(found: Finding | InsightFinding, known: Neighbour | str, place: Place) -> NewEvent:
    """One more sight of what is known, which is a neighbour, or the lesson that it is by its id.

    The event's id follows from the known one and the occasion: the first record and every later
    one of the same happening have the same id, whatever they were recorded as.
    """
    if isinstance(known, str):
        return _seen_again(found, known, 1.0, place)
    row, name = known.row, str(known.row["id"])
    if known.view == "lessons":
        return _seen_again(found, name, known.similarity, place, row)
    assert isinstance(found, InsightFinding)
    payload = _insight(found, name, row["statement"])
    return said_of(found, payload, name, found.occasion, place)


def sighting(
    lesson: str, evidence: Sequence[Evidence], occasion: str, occurred_at: int, place: Place
) -> NewEvent:
    """One more sight of a known lesson, by a model that named it."""
    payload = LessonDeduplicated(lesson=lesson, evidence=list(evidence), trust="model")
    stream = streams.lesson(lesson)
    return new(
        payload, stream=stream, project=place.project, actor=place.actor,
        occurred_at=occurred_at, key=occasion, causation=evidence[0].event_id,
    )  # fmt: skip


def joined(lost: LessonRow, kept: str) -> LessonDeduplicated:
    """A lesson gives its evidence to another one, which says the same."""
    return LessonDeduplicated(
        lesson=kept,
        duplicate=lost["id"],
        evidence=[Evidence.model_validate(each) for each in lost["evidence"]],
        signatures=lost["signatures"],
        trust=lost["trust"],
    )


def _seen_again(
    found: Finding | InsightFinding,
    lesson: str,
    similarity: float,
    place: Place,
    row: RuleRow | None = None,
) -> NewEvent:
    """A known lesson gains the evidence.

    That of a finding is recorded in the stream of the lesson that it would have been, so that it is
    found again by its own id.
    """
    if isinstance(found, InsightFinding):
        proof = _proof(found, cast("Mapping[str, Any]", row or {}))
        payload = LessonDeduplicated(lesson=lesson, evidence=proof)
        return said_of(found, payload, lesson, found.occasion, place, "lessons")
    own = found.lesson_id(place.project)
    payload = LessonDeduplicated(
        lesson=lesson,
        duplicate="" if lesson == own else own,
        similarity=similarity,
        evidence=list(found.evidence),
        signatures=list(found.signatures),
        trust=found.trust,
    )
    event = said_of(found, payload, lesson, found.occasion, place)
    return event._replace(stream=f"lesson:{own}")


def _lesson(found: Finding, name: str, actor: str) -> LessonCreated:
    sessions = [each.session for each in found.evidence if each.session]
    severity = by_evidence(found.text.severity, found.trust, sessions)
    return LessonCreated(
        **dict(found.text) | {"severity": severity},
        lesson=name,
        scope=found.scope,
        status="candidate" if found.status == "approved" else found.status,
        evidence=list(found.evidence),
        trust=found.trust,
        confidence=found.confidence,
        learned_from=actor,
        writer=found.writer,
        proof=found.proof,
        asked=found.asked,
        paths=list(found.paths),
        commands=list(found.commands),
        signatures=list(found.signatures),
    )


def _insight(found: InsightFinding, name: str, statement: str) -> InsightCurated:
    return InsightCurated(
        insight=name,
        statement=statement,
        category=found.category,
        scope=found.scope,
        confidence=found.confidence,
        evidence=list(found.evidence),
        learned_from=found.learned_from,
        writer=found.writer,
        trust=found.trust,
    )


def _proof(found: InsightFinding, lesson: Mapping[str, Any]) -> list[Evidence]:
    """The evidence for a lesson; read or fetched text is no session that shows a better one."""
    if found.trust in ATTESTED or lesson.get("trust") == found.trust:
        return list(found.evidence)
    return [each.model_copy(update={"session": None}) for each in found.evidence]
