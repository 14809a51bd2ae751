"""What a run of a workflow is told, and that it is no control of what its request says."""

from __future__ import annotations

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.automation import ImprovementRequested
from blackboard.events.reflection import Pattern
from lessonboard.parts.automation.workflow.lessons import lessons_for
from lessonboard.parts.automation.workflow.step import Step
from tests.blackboard.lessons import lesson

PROJECT = "github.com/ada/kite"
RULE = "Polish the quokka comb when the sails are trimmed."
RUNS = 24


@pytest.mark.parametrize(
    ("quoted", "is_drawn"),
    [
        ("", True),
        (f"The board has learnt about it already:\n\n```\nlesson-1: {RULE}\n```", False),
    ],
)
def test_a_run_whose_request_quotes_a_lesson_is_no_control(
    board: Board, quoted: str, is_drawn: bool
) -> None:
    """It has the words in each of its prompts; without them some runs go without."""
    board.append([
        lesson("held", RULE, signatures=["comb is dull"], project=PROJECT),
        *(NewEvent("context.injected", f"context:old-{number}",
                   {"session": f"old-{number}", "text": "t", "items": ["held"], "tokens": 1},
                   project=PROJECT) for number in range(6)),
    ])  # fmt: skip
    request = ImprovementRequested(
        request="r", issue_title="The quokka comb is dull when sails are trimmed",
        issue_description=quoted, priority="high", improvement_type="tooling",
        source_pattern=Pattern(type="error_patterns", severity="high", count=9, suggestion="s"),
    )  # fmt: skip
    told = [lessons_for(board, f"run-{number}", PROJECT, request, Step("1", "Build", 1))
            for number in range(RUNS)]  # fmt: skip
    held = board.read(types=["lesson.withheld"])
    assert bool(list(held)) is is_drawn
    assert all(RULE[:-1] in each for each in told) is not is_drawn
