"""The projects on a board: their names, why these are one, and how much is known of each."""

from __future__ import annotations

from collections import Counter
from typing import Any

from blackboard import Board
from blackboard.views.rows import TieRow
from lessonboard.present.ties import is_told


def projects(board: Board) -> list[dict[str, Any]]:
    """Return every project with its names and counts, the latest first."""
    last: dict[str, int] = {}
    sessions = Counter[str]()
    for row in board.view("sessions", where={"child": 0}):
        if row["project"]:
            sessions[row["project"]] += 1
            last[row["project"]] = max(last.get(row["project"], 0), row["last_at"])
    lessons = Counter(row["project"] for row in board.view("lessons") if row["project"])
    order = sorted(sessions.keys() | lessons.keys(), key=lambda name: (-last.get(name, 0), name))
    return [
        {
            "project": name,
            "names": [name, *(each for each in board.names_of(name) if each != name)],
            "sessions": sessions[name],
            "lessons": lessons[name],
            "last_at": last.get(name),
        }
        for name in order
    ]


def ties(board: Board, names: list[str]) -> list[TieRow]:
    """Return what says that some names are one project, oldest first."""
    return [row for row in board.view("ties", order="first_at")
            if is_told(row) and {row["one"], row["other"]} & set(names)]  # fmt: skip
