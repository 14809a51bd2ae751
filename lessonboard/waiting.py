"""The lessons and insights that wait for a person's decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from blackboard import Board
from blackboard.views.rows import InsightRow, LessonRow
from lessonboard.inbox.reading import inbox, number


def waiting_lessons(board: Board, where: Mapping[str, Any]) -> list[LessonRow]:
    """Return those that wait, in the order of the inbox, without what is deferred.

    A lesson that contradicts another waits even if it is approved. What one session did about an
    error does not: it is shown at that very error alone.
    """
    return cast("list[LessonRow]", list(inbox(board, "lessons", where).rows()))


def waiting_insights(board: Board, where: Mapping[str, Any]) -> list[InsightRow]:
    """Return the insights that are undecided, in the order of the inbox."""
    return cast("list[InsightRow]", list(inbox(board, "insights", where).rows()))


def number_waiting(board: Board, where: Mapping[str, Any]) -> int:
    """Return how many lessons and insights wait, without what is deferred."""
    return number(board, "lessons", where) + number(board, "insights", where)
