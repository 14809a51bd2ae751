"""The patterns of a session, including those that were recorded before."""

from __future__ import annotations

from blackboard import Board
from blackboard.views.rows import SessionRow
from reflect.detectors import detect
from reflect.result import ReflectionResult
from reflect.trajectory import trajectory


def patterns_of(board: Board, session: SessionRow) -> ReflectionResult:
    """Run the detectors on a session's row."""
    subject = trajectory(board, session)
    found = detect(subject)
    suggestions = [pattern.suggestion for pattern in found]
    return ReflectionResult(subject.id, session["last_at"], found, subject.metrics, suggestions)
