"""Joining what is new in a project with what is known there: one question, then its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackboard import Board
from blackboard.delivery.proof import is_remedy_of_one
from blackboard.events import streams
from blackboard.events.understanding import ModelAnswered
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.model.model import Model
from reflect.proposals import question
from reflect.proposals.answers import Relations
from reflect.proposals.asked import Question, ask
from reflect.proposals.fitting import fitting
from reflect.proposals.join import joined

MOST_NEW = 40
_MOST_OTHERS, _NEAR = 40, 5


def join(board: Board, project: str | None, model: Model) -> int:
    """Ask how the lessons since the last question relate to others, and return what changed.

    Lessons that share nothing with any other are not asked about.

    Raises:
        ModelError: the model could not be asked, or gave no usable answer.
    """
    new, others = to_join(board, project)
    if not new:
        return 0
    rows = {row["id"]: row for row in (*new, *others)}
    asked = Question(
        streams.of_project(project), "join", question.JOIN, question.join(new, others),
        lessons=list(rows), until=max(row["learnt_at"] for row in new),
    )  # fmt: skip
    answer = ask(board, model, asked, Relations, project)
    changed = 0
    for related in answer.relations:
        standing = {name: board.row("lessons", name) for name in rows
                    if name in (related.lesson, related.other)}  # fmt: skip
        standing = {name: row for name, row in standing.items() if row["status"] in ACTIVE_STATUSES}
        changed += bool(board.append(joined(related, standing)))
    return changed


def to_join(board: Board, project: str | None) -> tuple[list[LessonRow], list[LessonRow]]:
    """The lessons that a model proposed since the last question, oldest first, and those near them.

    A lesson that is near to no other is left out; what one session did about an error gives way to
    any lesson for it without a question, and a procedure is known by its steps alone. What has no
    room is left for the next question.
    """
    stream = streams.reflection(streams.of_project(project))
    asked = board.read(stream=stream, types=[ModelAnswered.type])
    since = max((int((each.payload or {}).get("until", 0)) for each in asked), default=0)
    where = {"project": project, "status": ACTIVE_STATUSES}
    known = board.view("lessons", where=where, order="learnt_at")
    rows = [row for row in known if not is_remedy_of_one(row) and row["proof"] != "procedure"]
    new: list[LessonRow] = []
    near: dict[str, LessonRow] = {}
    for row, found in _with_near(rows, since):
        if len(new) == MOST_NEW:
            break
        new.append(row)
        near |= {each["id"]: each for each in found}
    names = {row["id"] for row in new}
    return new, [row for name, row in near.items() if name not in names][:_MOST_OTHERS]


def _with_near(
    rows: Sequence[LessonRow], since: int
) -> Iterator[tuple[LessonRow, list[LessonRow]]]:
    """The new lessons that share words with others, each with these."""
    for row in rows:
        if row["learnt_at"] > since and row["asked"]:
            rest = [each for each in rows if each["id"] != row["id"]]
            if found := fitting(rest, row["constraint"], _NEAR):
                yield row, found
