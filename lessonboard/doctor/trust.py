"""Whether lessons were put back to candidates because their author is unproven."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.present.text import counted
from reflect.put_back import waiting


def look(board: Board) -> Iterator[Diagnosis]:
    """Yield what waits for a person again, by its ids; nothing where there is none."""
    ids = [row["id"] for row in waiting(board)]
    if ids:
        found = f"{counted(len(ids), 'rule')} approved without proof of the author, waiting again"
        advice = "Look through them with `lessonboard lesson review --all`, or approve each again."
        yield Diagnosis("trust", "note", found, advice, {"ids": ids})
