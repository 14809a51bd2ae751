"""Retract what a person said in earlier sessions: the sentence is no longer shown.

Only a sentence that they never confirmed ends like that; where it is not sure that they
say the opposite, both are kept as a contradiction, of which agents are shown neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from blackboard.event import Event, NewEvent
from blackboard.events.lesson import LessonRejected
from blackboard.events.payload import new
from blackboard.views.decisions import is_left_to_people, is_only_said
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow, SessionRow
from reflect.feedback.feedback import TakenBack, stated, takings_back
from reflect.feedback.taken_back import about, against
from reflect.finding import Finding
from reflect.pipeline.events import Place
from reflect.rules.similarity import Verdict

_SUREST: tuple[Verdict, ...] = ("opposite", "unsure")

_NEAR = 0.2
"""The share of terms from which a lesson may be meant: "about tabs" names one of several."""


def take_back(
    board: Board, session: SessionRow, events: Sequence[Event], place: Place
) -> list[Finding]:
    """End what a session's person retracts, and return what may be its opposite as findings."""
    doubted: list[Finding] = []
    for taken in takings_back(events):
        said = list(_meant(board, taken, session["project"]))
        board.append([_ended(row, taken, place) for row, says in said if says == "opposite"])
        if any(says == "unsure" for _, says in said):
            doubted.append(stated(taken, session["cwd"]))
    return doubted


def _meant(
    board: Board, taken: TakenBack, project: str | None
) -> Iterator[tuple[LessonRow, Verdict]]:
    """The unconfirmed sentences of before that may be meant, and what is said of them."""
    here = {project, *(board.names_of(project) if project else ())}
    for near in board.similar(about(taken.sentence), threshold=_NEAR):
        row = board.row("lessons", near.key)
        is_before = row["last_seen_at"] < taken.said.event.occurred_at
        if row["project"] in here and is_before and _may_end(row):
            texts = {row["constraint"], *([row["said"]] if row["proof"] == "person" else [])}
            verdicts = {against(text, taken.sentence) for text in texts}
            yield row, next((each for each in _SUREST if each in verdicts), "different")


def _may_end(row: LessonRow) -> bool:
    """Whether it rests on a person's sentences alone, and no one decided about it."""
    is_active = row["status"] in ACTIVE_STATUSES
    return is_active and not is_left_to_people(row) and (is_said_once(row) or is_only_said(row))


def _ended(row: LessonRow, taken: TakenBack, place: Place) -> NewEvent:
    event = taken.said.event
    payload = LessonRejected(lesson=row["id"], reason=f"retracted: {taken.sentence}")
    return new(
        payload, project=row["project"], actor=place.actor, occurred_at=event.occurred_at,
        key=f"taken back:{event.id}", causation=event.id,
    )  # fmt: skip
