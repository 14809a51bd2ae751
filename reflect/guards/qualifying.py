"""Which approved lessons could be guards by their failures: noted once, for their person."""

from __future__ import annotations

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.guard import GuardQualified
from blackboard.events.payload import new
from blackboard.views.rows import LessonRow
from reflect.guards.decide import best_form
from reflect.guards.uses import FormUses, count, uses_of_lessons

ACTOR = "guard"
READER = "qualified"
"""The reader name under which the board stores up to where lessons were looked at."""

_LESSONS = ("lesson.created", "lesson.approved", "lesson.deduplicated", "lesson.recurred",
            "lesson.revised")  # fmt: skip


def qualify(board: Board) -> list[str]:
    """Note which lessons that changed qualify and were never a guard: the ids of those.

    Nothing is refused by it: a person switches a guard on.
    """
    position, head = board.reader_position(READER), board.log.head()
    if position == head:
        return []
    rows = _changed(board, position)
    forms = uses_of_lessons(board, rows) if rows else {}
    found = [event for row in rows if (event := _qualified(row, forms[row["id"]])) is not None]
    board.append(found)
    board.remember_reader(READER, head)
    return [str((event.payload or {})["lesson"]) for event in found]


def _changed(board: Board, position: int) -> list[LessonRow]:
    """The approved lessons that changed since, without those that are or were guards."""
    events = board.read(after=position, types=list(_LESSONS))
    names = {str((event.payload or {}).get("lesson", "")) for event in events} - {""}
    where = {"id": sorted(names), "status": "approved", "author": "", "resting": 0}
    rows = board.view("lessons", where=where, order="id") if names else []
    guards = board.view("guards", where={"id": sorted(names)}) if names else []
    decided = {row["id"] for row in guards if row["state"] != "qualified"}
    rules = {row["id"]: row["rule"] for row in guards}
    return [row for row in rows if not row["contradicts"] and row["id"] not in decided
            and rules.get(row["id"]) != row["constraint"]]  # fmt: skip


def _qualified(lesson: LessonRow, forms: list[FormUses]) -> NewEvent | None:
    best, why = best_form(lesson, forms)
    if why:
        return None
    form, uses = best.form, count(best.uses)
    payload = GuardQualified(
        lesson=lesson["id"],
        rule=lesson["constraint"],
        wrong=list(form.wrong.parts) if form.wrong else [],
        paths=list(form.paths),
        failed=uses["failed"],
        uses=uses["failed"] + uses["worked"],
    )
    return new(payload, project=lesson["project"], actor=ACTOR)
