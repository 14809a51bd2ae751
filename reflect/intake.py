"""Taking in a lesson: is it known, does it contradict one, does it pass the gate and the critic?

`decide` answers from what was read, `take_in` reads and appends, in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from blackboard import Board, ids
from blackboard.event import NewEvent
from blackboard.events.critique import RecommendationAccepted, RecommendationDiscarded
from blackboard.events.lesson import (
    LessonCreated,
    LessonDeduplicated,
    LessonRejected,
    LessonSuperseded,
)
from blackboard.events.payload import new
from blackboard.views.view import Row
from reflect.critic.process import Course, events
from reflect.critic.recommendation import Recommendation
from reflect.finding import Finding
from reflect.gate import faults
from reflect.likeness import CANDIDATES, compare
from reflect.trust import ORDER

_OUTCOMES = (RecommendationAccepted.type, RecommendationDiscarded.type)

Outcome = Literal["created", "recurred", "refused", "known"]
Critic = Callable[[Recommendation], Course]


@dataclass(frozen=True)
class Neighbour:
    """A lesson on the board that shares words with a new one."""

    row: Row
    similarity: float
    says: Literal["same", "opposite"]


@dataclass
class Intake:
    """What became of the findings that were taken in."""

    created: int = 0
    recurred: int = 0
    refused: int = 0
    known: int = 0

    def count(self, outcome: Outcome) -> None:
        """One more of a kind."""
        setattr(self, outcome, getattr(self, outcome) + 1)


def take_in(
    board: Board, finding: Finding, project: str | None, actor: str, critic: Critic
) -> Outcome:
    """Keep a lesson, or the evidence that it gives for one that is known.

    Telling the same happening again changes nothing, whatever it was first told as.
    """
    lesson = finding.lesson_id(project)
    course = None
    if not _is_known(board, lesson, finding, project) and not faults(finding):
        course = critic(as_recommendation(finding, lesson))  # may ask a model: not while locked
    with board.transaction():
        known = board.log.version(f"lesson:{lesson}") > 0
        near = [] if known else neighbours(board, finding, project)
        told = decide(finding, lesson, project, actor, known=known, near=near, course=course)
        added = {event.type for event in board.append(told)} if told else set()
    if not told:
        return "refused"
    return _outcome(told, added)


def decide(
    finding: Finding,
    lesson: str,
    project: str | None,
    actor: str,
    *,
    known: bool,
    near: Sequence[Neighbour],
    course: Course | None,
) -> list[NewEvent]:
    """The events that a finding calls for: none when it does not pass the gate."""
    survivor = next((each for each in near if each.says == "same"), None)
    if known or survivor:
        name = survivor.row["id"] if survivor else lesson
        likeness = survivor.similarity if survivor else 1.0
        return [_recurrence(finding, name, lesson, likeness, project, actor)]
    if course is None:
        return []
    judged = _judged(finding, course, project)
    discarded = course.critique is not None and course.critique.decision == "discard"
    if discarded and finding.trust != "human":
        return judged
    finding = _in_best_words(finding, course)
    created = _creation(finding, lesson, project, actor)
    opposed = [each.row for each in near if each.says == "opposite"]
    return [created, *judged, *_settled(finding, lesson, opposed, project, actor)]


def neighbours(board: Board, finding: Finding, project: str | None) -> list[Neighbour]:
    """The lessons of this project, or of all, that say the same or the opposite."""
    found = []
    constraint = finding.text.constraint
    for alike in board.similar(constraint, threshold=CANDIDATES):
        verdict = compare(constraint, alike.text)
        if verdict == "different":
            continue
        row = board.row("lessons", alike.key)
        if row["scope"] == "global" or row["project"] == project:
            found.append(Neighbour(row, alike.similarity, verdict))
    return found


def as_recommendation(finding: Finding, lesson: str) -> Recommendation:
    """A lesson as the critic sees it: the rule, where it applies, why, and what went wrong."""
    return Recommendation(
        id=lesson,
        instruction=finding.text.constraint,
        scope=", ".join((*finding.paths, *finding.commands)),
        rationale=finding.text.root_cause,
        issue=finding.text.symptom,
    )


def _judged(finding: Finding, course: Course, project: str | None) -> list[NewEvent]:
    """What the critic said; of a human's words it says what it thinks, and decides nothing."""
    if finding.trust != "human":
        return events(course, project=project)
    opinion = events(Course(course.original, course.forms[:1]), project=project)
    return [event for event in opinion if event.type not in _OUTCOMES]


def _is_known(board: Board, lesson: str, finding: Finding, project: str | None) -> bool:
    return board.log.version(f"lesson:{lesson}") > 0 or any(
        each.says == "same" for each in neighbours(board, finding, project)
    )


def _in_best_words(finding: Finding, course: Course) -> Finding:
    """The finding with the constraint that the critic's score belongs to."""
    if finding.trust == "human" or course.final.instruction == finding.text.constraint:
        return finding
    text = finding.text.model_copy(update={"constraint": course.final.instruction})
    return replace(finding, text=text)


def _creation(finding: Finding, lesson: str, project: str | None, actor: str) -> NewEvent:
    payload = LessonCreated(
        **dict(finding.text),
        lesson=lesson,
        evidence=list(finding.evidence),
        trust=finding.trust,
        confidence=finding.confidence,
        learned_from=actor,
        paths=list(finding.paths),
        commands=list(finding.commands),
        signatures=list(finding.signatures),
    )
    return _told(payload, finding, lesson, finding.occasion, project, actor)


def _recurrence(
    finding: Finding,
    survivor: str,
    lesson: str,
    similarity: float,
    project: str | None,
    actor: str,
) -> NewEvent:
    """One more sight of a known lesson.

    Its id follows from the lesson and the occasion: the first telling and every later one of
    the same happening have the same id, whatever they were told as.
    """
    payload = LessonDeduplicated(
        lesson=survivor,
        duplicate="" if survivor == lesson else lesson,
        similarity=similarity,
        evidence=list(finding.evidence),
        signatures=list(finding.signatures),
    )
    return _told(payload, finding, survivor, finding.occasion, project, actor)


def _settled(
    finding: Finding, lesson: str, opposed: Sequence[Row], project: str | None, actor: str
) -> list[NewEvent]:
    """What follows when lessons contradict: the later word of the better source counts."""
    told: list[NewEvent] = []
    for row in opposed:
        stronger = ORDER.index(finding.trust) <= ORDER.index(row["trust"])
        if stronger and finding.occurred_at >= row["last_seen_at"] and row["status"] != "approved":
            superseded = LessonSuperseded(
                lesson=row["id"], by=lesson, reason="said otherwise since"
            )
            told.append(_told(superseded, finding, row["id"], f"by:{lesson}", project, actor))
        else:
            rejected = LessonRejected(lesson=lesson, reason=f"contradicts {row['id']}")
            told.append(_told(rejected, finding, lesson, f"against:{row['id']}", project, actor))
    return told


def _told(
    payload: LessonCreated | LessonDeduplicated | LessonRejected | LessonSuperseded,
    finding: Finding,
    lesson: str,
    occasion: str,
    project: str | None,
    actor: str,
) -> NewEvent:
    stream = f"lesson:{lesson}"
    return new(
        payload,
        stream=stream,
        project=project,
        actor=actor,
        occurred_at=finding.occurred_at,
        id=ids.derived(stream, occasion),
        causation=finding.evidence[0].event_id if finding.evidence else None,
    )


def _outcome(told: Sequence[NewEvent], added: set[str]) -> Outcome:
    if LessonCreated.type in added:
        return "created"
    if LessonDeduplicated.type in added:
        return "recurred"
    return "known" if any(event.type.startswith("lesson.") for event in told) else "refused"
