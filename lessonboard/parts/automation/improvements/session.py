"""The patterns of a session, and those that it shares with other sessions of its project."""

from __future__ import annotations

from blackboard import Board
from blackboard.views.rows import SessionRow
from lessonboard.parts.automation.patterns.across_sessions import across_sessions
from reflect.detectors import detect
from reflect.result import ReflectionResult
from reflect.trajectory import trajectory


def patterns_of(board: Board, session: SessionRow) -> ReflectionResult:
    """Run the detectors on a session's row, and count what other sessions show too."""
    subject = trajectory(board, session)
    found = detect(subject)
    shared = [
        each.pattern
        for each in across_sessions(board, session["project"], {subject.id: found})
        if subject.id in each.sessions
    ]
    patterns = [*found, *shared]
    suggestions = [pattern.suggestion for pattern in patterns]
    return ReflectionResult(subject.id, session["last_at"], patterns, subject.metrics, suggestions)
