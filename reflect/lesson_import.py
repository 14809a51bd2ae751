"""Taking in lessons that others wrote: new ones are made, changed ones revised."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from blackboard import Board, NewEvent
from blackboard.errors import NotFound
from blackboard.events.lesson import LessonCreated, LessonRevised
from blackboard.events.payload import new
from blackboard.sources.lesson_records import ACTOR, Fault, LessonRecord, as_event, read_record
from blackboard.views.rows import LessonRow

_WORDS = ("phase", "category", "severity", "symptom", "root_cause", "resolution", "constraint",
          "tags")  # fmt: skip
_BATCH = 1000


@dataclass
class Imported:
    """What became of the records of a file."""

    created: int = 0
    revised: int = 0
    unchanged: int = 0
    problems: list[Fault] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The counts, and each fault with its line and field."""
        problems = [problem._asdict() for problem in self.problems]
        return {"created": self.created, "revised": self.revised,
                "unchanged": self.unchanged, "refused": problems}  # fmt: skip


def import_lessons(board: Board, lines: Iterable[bytes], project: str | None = None) -> Imported:
    """Take in LessonRecords, one a line; bad ones are reported and the others taken.

    Args:
        board: where the lessons go.
        lines: JSON objects.
        project: the project of records that do not name one.
    """
    board.catch_up()
    imported = Imported()
    waiting: list[NewEvent] = []
    for number, line in enumerate(lines, 1):
        read = read_record(number, line)
        if isinstance(read, LessonRecord):
            waiting.append(as_event(read, project))
        else:
            imported.problems += read
        if len(waiting) >= _BATCH:
            _append(board, waiting, imported)
            waiting = []
    _append(board, waiting, imported)
    return imported


def _append(board: Board, waiting: list[NewEvent], imported: Imported) -> None:
    """Append what is new, and revise what is known under the same id with other words."""
    with board.transaction():
        added = {event.id for event in board.log.append(waiting)}
        for event in waiting:
            if event.id in added:
                imported.created += 1
                added.remove(event.id)
            elif _revised(board, event):
                imported.revised += 1
            else:
                imported.unchanged += 1


def _revised(board: Board, event: NewEvent) -> bool:
    try:
        row = board.row("lessons", event.payload["lesson"])
    except NotFound:
        return False  # it was forgotten, and stays so
    change = decide_revision(row, event, _imported(board, event.stream))
    return change is not None and bool(board.append([change]))


def _imported(board: Board, stream: str) -> dict[str, Any]:
    """The words of a lesson as they were last imported, whatever people made of them since."""
    told = board.read(stream=stream, types=[LessonCreated.type, LessonRevised.type])
    words: dict[str, Any] = {}
    for each in told:
        if each.actor == ACTOR and each.payload:
            words |= {name: each.payload[name] for name in _WORDS if name in each.payload}
    return words


def decide_revision(row: LessonRow, event: NewEvent, imported: dict[str, Any]) -> NewEvent | None:
    """The revision that brings a lesson to the words of a record that changed since."""
    before: Mapping[str, Any] = row
    given = {name: event.payload[name] for name in _WORDS if name in event.payload}
    changed = {name: words for name, words in given.items() if words != before[name]}
    if not changed or all(imported.get(name) == words for name, words in given.items()):
        return None
    text = hashlib.sha256(repr(sorted(changed.items())).encode()).hexdigest()
    return new(
        LessonRevised(lesson=row["id"], reason="imported again", **changed),
        project=event.project,
        actor=ACTOR,
        key=f"revised:{row['updated_at']}:{text}",
    )
