"""Taking in a lesson: is it known, does it contradict one, does it pass the gate and the critic?

`decide` answers from what was read, `ingest` reads and appends, in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from blackboard import Board, ids
from blackboard.event import NewEvent
from blackboard.events import streams
from blackboard.events.critique import RecommendationAccepted, RecommendationDiscarded
from blackboard.events.lesson import LessonCreated, LessonDeduplicated
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.contradictions import event_for, lost_in, settle, settle_again
from reflect.critic.process import Review, events
from reflect.critic.recommendation import Recommendation
from reflect.finding import Finding
from reflect.gate import problems
from reflect.likeness import CANDIDATES, compare

_FEW = 10
"""Events that are enough to see as what a lesson is known."""

_OUTCOMES = (RecommendationAccepted.type, RecommendationDiscarded.type)

Outcome = Literal["created", "recurred", "refused", "known"]
Critic = Callable[[Recommendation], Review]


@dataclass(frozen=True)
class Neighbour:
    """A lesson on the board that shares words with a new one."""

    row: LessonRow
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


def ingest(
    board: Board, finding: Finding, project: str | None, actor: str, critic: Critic
) -> Outcome:
    """Keep a lesson, or the evidence that it gives for one that is known.

    Telling the same happening again changes nothing, whatever it was first told as.
    """
    lesson = finding.lesson_id(project)
    course, rules = None, [finding.text.constraint]
    if not _is_known(board, lesson, finding, project) and not problems(finding):
        course = critic(as_recommendation(finding, lesson))  # may ask a model: not while locked
        rules.append(_in_best_words(finding, course).text.constraint)
    with board.transaction():
        known = _known_as(board, lesson)
        near = [] if known else neighbours(board, rules, project)
        told = decide(finding, lesson, project, actor, known=known, near=near, course=course)
        added = {event.type: event for event in board.append(told)}
        if LessonDeduplicated.type in added:
            survivor = told[0].payload["lesson"]
            board.append(_said_again(board, finding, survivor, project, actor))
    return _outcome(told, set(added))


def decide(
    finding: Finding,
    lesson: str,
    project: str | None,
    actor: str,
    *,
    known: str | None,
    near: Sequence[Neighbour],
    course: Review | None,
) -> list[NewEvent]:
    """The events that a finding calls for: none when it does not pass the gate.

    Args:
        finding: what was found.
        lesson: the id that it would have as a lesson of its own.
        project: where it was found.
        actor: who found it.
        known: the lesson as which it is known already.
        near: lessons that say the same, or the opposite.
        course: what the critic made of it; None when it was not asked.
    """
    same = [each for each in near if each.says == "same"]
    survivor = min(same, key=lambda each: each.row["status"] not in ACTIVE_STATUSES, default=None)
    if known or survivor:
        name = survivor.row["id"] if survivor else known or lesson
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
    return [created, *judged, *settle(finding, lesson, opposed, project, actor)]


def neighbours(board: Board, rules: Iterable[str], project: str | None) -> list[Neighbour]:
    """The lessons of this project, or of all, that say the same as a rule, or the opposite."""
    found: dict[str, Neighbour] = {}
    for rule in dict.fromkeys(rules):
        for alike in board.similar(rule, threshold=CANDIDATES):
            verdict = compare(rule, alike.text)
            if verdict == "different" or alike.key in found:
                continue
            row = board.row("lessons", alike.key)
            if row["scope"] == "global" or row["project"] == project:
                found[alike.key] = Neighbour(row, alike.similarity, verdict)
    return list(found.values())


def as_recommendation(finding: Finding, lesson: str) -> Recommendation:
    """A lesson as the critic sees it: the rule, where it applies, why, and what went wrong."""
    return Recommendation(
        id=lesson,
        instruction=finding.text.constraint,
        scope=", ".join((*finding.paths, *finding.commands)),
        rationale=finding.text.root_cause,
        issue=finding.text.symptom,
    )


def _judged(finding: Finding, course: Review, project: str | None) -> list[NewEvent]:
    """What the critic said, with the outcome where it decided anything.

    Of a human's words it says what it thinks of them, and of what is neither good nor bad the
    lesson waits for a decision.
    """
    if finding.trust == "human":
        course = Review(course.original, course.forms[:1])
    told = events(course, project=project)
    undecided = course.critique is not None and course.critique.decision == "refine"
    if finding.trust == "human" or undecided:
        return [event for event in told if event.type not in _OUTCOMES]
    return told


def _is_known(board: Board, lesson: str, finding: Finding, project: str | None) -> bool:
    return _known_as(board, lesson) is not None or any(
        each.says == "same" for each in neighbours(board, [finding.text.constraint], project)
    )


def _known_as(board: Board, lesson: str) -> str | None:
    """The lesson as which one is known: itself, or the one that it first gave its evidence to.

    Whatever becomes of that one's words, what was once told as one lesson stays one; and what
    was made and forgotten is not made again.
    """
    for event in board.read(stream=streams.lesson(lesson), limit=_FEW):
        if event.payload is not None or event.type != LessonDeduplicated.type:
            return str((event.payload or {}).get("lesson", lesson))
    return None


def _said_again(
    board: Board, finding: Finding, lesson: str, project: str | None, actor: str
) -> list[NewEvent]:
    """What follows when a known lesson that lost to its opposite is told once more."""
    for row in board.view("lessons", where={"id": lesson}):
        if lost_in(row):
            near = neighbours(board, [row["constraint"]], project)
            opposed = [each.row for each in near if each.says == "opposite"]
            return settle_again(finding, row, opposed, project, actor)
    return []


def _in_best_words(finding: Finding, course: Review) -> Finding:
    """The finding in the last form that the critic gave it and that passes the gate."""
    if finding.trust == "human":
        return finding
    for form, _ in reversed(course.forms[1:]):
        text = finding.text.model_copy(update={"constraint": form.instruction})
        worded = replace(finding, text=text)
        if not problems(worded):
            return worded
    return finding


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
    return event_for(payload, finding, finding.occasion, project, actor)


def _recurrence(
    finding: Finding,
    survivor: str,
    lesson: str,
    similarity: float,
    project: str | None,
    actor: str,
) -> NewEvent:
    """One more sight of a known lesson, told in the stream of the lesson that it would have been.

    Its id follows from the known lesson and the occasion: the first telling and every later one
    of the same happening have the same id, whatever they were told as.
    """
    payload = LessonDeduplicated(
        lesson=survivor,
        duplicate="" if survivor == lesson else lesson,
        similarity=similarity,
        evidence=list(finding.evidence),
        signatures=list(finding.signatures),
    )
    event = event_for(payload, finding, finding.occasion, project, actor)
    return event._replace(id=ids.derived(streams.lesson(survivor), finding.occasion))


def _outcome(told: Sequence[NewEvent], added: set[str]) -> Outcome:
    if LessonCreated.type in added:
        return "created"
    if LessonDeduplicated.type in added:
        return "recurred"
    return "known" if any(event.type.startswith("lesson.") for event in told) else "refused"
