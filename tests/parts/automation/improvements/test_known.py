"""A request cites what the board has learnt already of its pattern."""

from __future__ import annotations

from blackboard import Board
from blackboard.events.reflection import Pattern
from lessonboard.part_settings import WorkflowConstraints
from lessonboard.parts.automation.improvements.known import KnownLesson, known_lessons
from lessonboard.parts.automation.improvements.request import from_reflection_pattern
from tests.blackboard.lessons import lesson

PROJECT = "github.com/ada/kite"
ERROR = "sqlite3.OperationalError: database is locked"
PATTERN = Pattern(type="error_patterns", severity="high", count=6, suggestion="Mend it.",
                  context={"signatures": ["sqlite3.operationalerror: database is locked"]},
                  samples=[ERROR])  # fmt: skip


def test_a_lesson_bound_to_the_error_is_cited_with_its_remedy(board: Board) -> None:
    """Of this project; one about something else is not."""
    rule, remedy = "Set `busy_timeout` on every connection.", "With 5000 ms it worked."
    board.append([
        lesson("l1", rule, project=PROJECT, symptom=ERROR, resolution=remedy, status="approved",
               tags=[], signatures=["sqlite3.operationalerror: database is locked"]),
        lesson("l2", "Name columns in lower case.", project=PROJECT, status="approved"),
    ])  # fmt: skip
    found = known_lessons(board, PROJECT, PATTERN)
    assert [each.id for each in found] == ["l1"]
    request = from_reflection_pattern(PATTERN, {}, "f1", WorkflowConstraints(), lessons=found)
    assert request.context["lessons"] == ["l1"]
    assert "a remedy is known, and it recurs all the same" in request.issue_description
    assert rule in request.issue_description
    assert remedy in request.issue_description


def test_nothing_known_is_nothing_said(board: Board) -> None:
    """No heading without lessons below it."""
    assert known_lessons(board, PROJECT, PATTERN) == []
    request = from_reflection_pattern(PATTERN, {}, "f1", WorkflowConstraints())
    assert "learnt" not in request.issue_description
    assert "lessons" not in request.context


def test_a_lesson_without_a_remedy_says_so() -> None:
    """The remedy is what the request asks for then."""
    bare = [KnownLesson("l1", "Never run two migrations at once.", "")]
    request = from_reflection_pattern(PATTERN, {}, "f1", WorkflowConstraints(), lessons=bare)
    assert "no remedy is known" in request.issue_description
    assert "remedy:" not in request.issue_description
