"""The lessons and insights that wait for a person's decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard import Board
from blackboard.delivery.proof import is_remedy_of_one
from blackboard.views.freshness import STALE
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import InsightRow, LessonRow
from reflect.pipeline.pairs import undecided


def waiting_lessons(board: Board, where: Mapping[str, Any]) -> list[LessonRow]:
    """Return those that wait: first those whose files changed since, then the most often seen.

    A lesson that contradicts another waits even if it is approved. What one session did about an
    error does not: it is shown at that very error alone.
    """
    stale = {**where, "status": ACTIVE_STATUSES, "freshness": STALE}
    first = board.view("lessons", where=stale, order="-seen")
    known = {row["id"] for row in first}
    offered = board.view("lessons", where={**where, "status": ACTIVE_STATUSES}, order="-seen")
    pairs = undecided(board, offered)
    rest = [row for row in offered if row["id"] not in known]
    return [*first, *(row for row in rest if _is_undecided(row) or row["id"] in pairs)]


def still_waits(row: LessonRow) -> bool:
    """Return whether a lesson waits, leaving aside what contradicts it."""
    is_stale = row["status"] in ACTIVE_STATUSES and row["freshness"] in STALE
    return _is_undecided(row) or is_stale


def _is_undecided(row: LessonRow) -> bool:
    return row["status"] == "candidate" and not is_remedy_of_one(row)


def waiting_insights(board: Board, where: Mapping[str, Any]) -> list[InsightRow]:
    """Return the insights that are undecided, the most often seen first."""
    return board.view("insights", where={**where, "status": "candidate"}, order="-seen")


def number_waiting(board: Board, where: Mapping[str, Any]) -> int:
    """Return how many lessons and insights wait."""
    return len(waiting_lessons(board, where)) + len(waiting_insights(board, where))
