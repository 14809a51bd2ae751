"""Joining what is new in a project with what is known there: one question, then its events."""

from __future__ import annotations

from blackboard import Board
from blackboard.events import streams
from blackboard.events.understanding import ModelAnswered
from blackboard.redaction.redact import redact
from blackboard.views.rows import LessonRow
from reflect.model.account import remember
from reflect.model.model import Model
from reflect.prompts import load
from reflect.proposals import question
from reflect.proposals.answers import Relations
from reflect.proposals.fitting import fitting
from reflect.proposals.join import joined

ACTOR = "model"
_MOST_NEW, _MOST_OTHERS, _NEAR = 40, 40, 5


def join(board: Board, project: str | None, model: Model) -> int:
    """Ask how the lessons since the last question stand to others, and return what changed.

    Lessons that share nothing with any other are not asked about.

    Raises:
        ModelError: the model could not be asked, or gave no usable answer.
    """
    new, others = to_join(board, project)
    if not new:
        return 0
    thread = question.join(new, others)
    prompt = load(question.JOIN).purpose
    try:
        answer = model.ask(thread, Relations, prompt)
    finally:
        remember(board, model)
    rows = {row["id"]: row for row in (*new, *others)}
    board.record(
        ModelAnswered(
            subject=_subject(project), purpose="join", asked=model.label, prompt=prompt,
            question="\n\n".join(message.text for message in thread),
            answer=str(redact(answer.model_dump_json()).value),
            lessons=list(rows),
            until=max(row["learnt_at"] for row in new),
        ),
        actor=ACTOR, project=project,
    )  # fmt: skip
    changed = 0
    for related in answer.relations:
        standing = {name: board.row("lessons", name) for name in rows
                    if name in (related.lesson, related.other)}  # fmt: skip
        standing = {name: row for name, row in standing.items() if _is_active(row)}
        changed += bool(board.append(joined(related, standing)))
    return changed


def to_join(board: Board, project: str | None) -> tuple[list[LessonRow], list[LessonRow]]:
    """The lessons that a model proposed since the last question, oldest first, and those near them.

    What has no room is left for the next question.
    """
    stream = streams.reflection(_subject(project))
    asked = board.read(stream=stream, types=[ModelAnswered.type])
    since = max((int((each.payload or {}).get("until", 0)) for each in asked), default=0)
    found = board.view("lessons", where={"project": project}, order="learnt_at")
    rows = [row for row in found if _is_active(row)]
    new = [row for row in rows if row["learnt_at"] > since and row["asked"]][:_MOST_NEW]
    near: dict[str, LessonRow] = {}
    for row in new:
        rest = [each for each in rows if each["id"] != row["id"]]
        near |= {each["id"]: each for each in fitting(rest, row["constraint"], _NEAR)}
    names = {row["id"] for row in new}
    if not near:
        return [], []
    return new, [row for name, row in near.items() if name not in names][:_MOST_OTHERS]


def _is_active(row: LessonRow) -> bool:
    return row["status"] in ("candidate", "approved")


def _subject(project: str | None) -> str:
    return f"project {project or ''}".strip()
