"""Whether the checks that lessons of this folder's project were made into hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.parts.automation.checks.settle import Seen, look
from lessonboard.parts.automation.compiling.kinds import holds
from lessonboard.present.text import counted
from reflect.freshness.check import compiled_lessons

_MOST = 100
"""Lessons that are looked at; the worker looks at all."""


def settled(app: App, board: Board) -> Iterator[Diagnosis]:
    """How the default branch compares to the board; nothing where there are no checks."""
    if app.project is None:
        return
    rows = compiled_lessons(board, board.project(app.project))[:_MOST]
    by_state: dict[str, list[Seen]] = defaultdict(list)
    for seen in look(rows, Path.cwd(), holds):
        by_state["behind" if seen.event else seen.state].append(seen)
    yield from filter(None, (_finding(state, by_state[state]) for state in sorted(by_state)))


def _finding(state: str, found: list[Seen]) -> Diagnosis | None:
    ids = {"ids": [seen.row["id"] for seen in found]}
    lessons = counted(len(found), "lesson")
    match state:
        case "behind":
            advice = "The worker notes it after the next session."
            return Diagnosis("checks", "note", f"{lessons} whose check came or went", advice, ids)
        case "holds":
            return Diagnosis("checks", "good", f"{lessons} with a check that holds", "", ids)
        case "missing":
            advice = "Merge their pull requests or patches; until then agents are shown them."
            message = f"{lessons} with a check that is not in the default branch"
            return Diagnosis("checks", "note", message, advice, ids)
        case _:
            advice = "Run `git fetch`, or `git remote set-head origin --auto`."
            message = f"{lessons} with a check, and no default branch that is known here"
            return Diagnosis("checks", "note", message, advice, ids)
