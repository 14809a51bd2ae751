"""A session as the automation sees it: its patterns, whether or not they were told before."""

from __future__ import annotations

from blackboard import Board
from blackboard.views.rows import SessionRow
from reflect.detectors import detect
from reflect.result import ReflectionResult
from reflect.trajectory import trajectory


def patterns_of(board: Board, session: SessionRow) -> ReflectionResult:
    """What the detectors say of a session, given its row."""
    looked = trajectory(board, session)
    found = detect(looked)
    suggestions = [pattern.suggestion for pattern in found]
    return ReflectionResult(looked.id, session["last_at"], found, looked.metrics, suggestions)
