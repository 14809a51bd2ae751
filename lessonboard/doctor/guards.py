"""Whether guards retired because they were wrong, or rest because their lessons changed."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from lessonboard.doctor.board import folded
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.present.text import counted


def look(board: Board) -> Iterator[Diagnosis]:
    """Yield the guards that are on, and those that switched themselves off; nothing without any."""
    rows = folded(board, "guards", state=["on", "retired"])
    on = [row["id"] for row in rows if row["state"] == "on"]
    retired = [row for row in rows if row["state"] == "retired"]
    if on:
        refused = sum(row["refused"] for row in rows if row["state"] == "on")
        found = f"{counted(len(on), 'guard')} on, {counted(refused, 'call')} refused so far"
        yield Diagnosis("guards", "good", found, details={"on": on})
    for row in retired:
        found = f"the guard of {row['id']} retired: {row['reason']}"
        advice = "`lessonboard lesson guard ID` switches it on again; --undo ends this note."
        yield Diagnosis("guards", "note", found, advice, {"retired": row["id"]})
