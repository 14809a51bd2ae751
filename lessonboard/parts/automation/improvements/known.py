"""Lessons that the board has already about what is to be improved."""

from __future__ import annotations

from typing import NamedTuple

from blackboard import Board, Situation
from blackboard.events.reflection import Pattern
from blackboard.fixes import fixes
from blackboard.views.rows import LessonRow
from reflect.detectors import detector_of

_MOST = 5


class KnownLesson(NamedTuple):
    """A lesson to cite; `remedy` is empty where it knows none."""

    id: str
    rule: str
    remedy: str


def known_lessons(board: Board, project: str | None, pattern: Pattern) -> list[KnownLesson]:
    """The lessons about a pattern: by the error's signature, or by what it is about.

    Args:
        board: where to look.
        project: the project to be improved.
        pattern: what recurs in it.
    """
    rows = _of_errors(board, project, pattern) or _of_words(board, project, pattern)
    return [KnownLesson(row["id"], row["constraint"], row["resolution"]) for row in rows[:_MOST]]


def _of_errors(board: Board, project: str | None, pattern: Pattern) -> list[LessonRow]:
    """Those that are bound to the signature of the first sample, which the pattern is about."""
    if detector_of(pattern.type).about != "error" or not pattern.samples:
        return []
    here = None if project is None else [project]
    return list(fixes(board, pattern.samples[0], projects=here, here=project).lessons)


def _of_words(board: Board, project: str | None, pattern: Pattern) -> list[LessonRow]:
    """Those that an agent meeting the pattern would be shown; none where that is uncertain."""
    about = detector_of(pattern.type).about
    situation = Situation(
        command=str(pattern.context.get("command") or ""),
        paths=tuple(map(str, pattern.context.get("about", ()))) if about == "file" else (),
        error=pattern.samples[0] if about == "error" and pattern.samples else "",
        project=project,
    )
    found = board.context(situation, limit=_MOST).items
    ids = [choice.candidate.id for choice in found if choice.candidate.kind == "lesson"]
    return board.view("lessons", where={"id": ids}) if ids else []
