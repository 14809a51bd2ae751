"""Select the lessons for files that others read: the trusted or approved ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from blackboard import Board
from blackboard.delivery.voice import colleague_of
from blackboard.redaction.redact import redact
from blackboard.views.harmful import unnamed
from blackboard.views.rows import LessonRow

_SEVERITY = ("high", "medium", "low")
_TRUSTED = ("human", "approved", "team", "tool")
_WORDS: Final = ("constraint", "symptom", "root_cause", "resolution")


def select(
    board: Board,
    projects: Sequence[str] | None,
    statuses: Sequence[str],
    *,
    most: int | None = None,
    with_global: bool = False,
) -> list[LessonRow]:
    """Return the lessons of some projects, the most important first; deterministic.

    Left out are lessons of low trust unless approved, harmful ones unless their approval names the
    harm, those that only colleagues approved, lessons that may contain a secret, and, unless
    requested, global lessons: they may come from a project that the file's readers must not know
    about.

    Args:
        board: the board with the lessons.
        projects: the projects; None for all.
        statuses: the accepted statuses.
        most: the maximum number.
        with_global: whether to include other projects' global lessons.
    """
    me = board.person
    rows = board.view("lessons", where={"status": list(statuses)}, order="id")
    fitting = [
        row for row in rows if _is_requested(row, projects, with_global) and may_leave(row, me)
    ]
    return sorted(fitting, key=_rank)[:most]


def may_leave(row: LessonRow, me: str = "") -> bool:
    """Return whether a lesson may be shown to others; a colleague's word is theirs to show.

    Args:
        row: the lesson.
        me: the board's person on a team's log; see `Board.person`.
    """
    if colleague_of(row, me):
        return False
    trusted = row["trust"] in _TRUSTED or row["status"] == "approved"
    return trusted and not unnamed(row) and not any(redact(row[name]).secrets for name in _WORDS)


def _is_requested(row: LessonRow, projects: Sequence[str] | None, with_global: bool) -> bool:
    if projects is None or row["project"] in projects:
        return True
    return with_global and row["scope"] == "global"


def _rank(row: LessonRow) -> tuple[int, int, str]:
    return _SEVERITY.index(row["severity"]), -row["seen"], row["id"]
