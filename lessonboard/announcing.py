"""What a person is shown once: which of their sentences are remembered, and which steps wait.

That it was shown is a separate event; `said_once.py` has the decision itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from blackboard.events.payload import new
from blackboard.events.use import LessonAnnounced
from blackboard.views.rows import LessonRow
from blackboard.vocabulary import NextStep as Step
from blackboard.vocabulary import Place
from reflect.guards.next_steps import NextStep, next_steps

ACTOR = "lessonboard"
_SAID = ({"proof": "person"}, {"proof": "", "trust": "human"})
"""Among which candidates sentences are: `is_said_once` decides, this saves loading all others."""


def sentences(board: Board, where: Mapping[str, Any]) -> list[LessonRow]:
    """Return the sentences of a person that wait and were not shown yet, the oldest first."""
    shown = _shown(board)
    rows = [
        row
        for kind in _SAID
        for row in board.view("lessons", where={**where, **kind, "status": "candidate"})
        if (row["id"], "remember") not in shown and is_said_once(row)
    ]
    return sorted(rows, key=lambda row: (row["last_seen_at"], row["id"]))


def steps(board: Board, where: Mapping[str, Any]) -> list[NextStep]:
    """Return the next steps that wait and were not shown yet."""
    shown = _shown(board)
    return [each for each in next_steps(board, where) if (each.lesson, each.step) not in shown]


def announce(
    board: Board, rows: Iterable[LessonRow], steps: Iterable[NextStep], place: Place
) -> None:
    """Record that their person was shown them; what they were shown before stays as it is."""
    shown = _shown(board)
    found: list[tuple[str, str | None, Step]] = [
        *((row["id"], row["project"], "remember") for row in rows),
        *((each.lesson, each.project, each.step) for each in steps),
    ]
    events = [
        new(LessonAnnounced(lesson=lesson, place=place, step=step), project=project, actor=ACTOR)
        for lesson, project, step in found
        if (lesson, step) not in shown
    ]
    if events:
        board.append(events)


def _shown(board: Board) -> set[tuple[str, str]]:
    return {(row["lesson"], row["step"]) for row in board.view("announcements")}
