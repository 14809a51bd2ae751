"""A failure always has words, also where the call said nothing."""

from __future__ import annotations

import pytest

from blackboard import Board, NewEvent
from lessonboard.present.rows import failure_text
from tests.reflect.talks import called, ran, session


def _failing(output: str, code: int) -> NewEvent:
    call = ran("make test", output, fails=True)
    return call._replace(payload={**(call.payload or {}), "exit_code": code})


@pytest.mark.parametrize(
    ("output", "code", "text"),
    [
        ("error: no such table", 1, "error: no such table"),
        ("", 2, "make test failed with exit code 2, without a message"),
        ("\x1b[0m\n \u200b\n", 2, "make test failed with exit code 2, without a message"),
    ],
)
def test_a_failure_has_words(board: Board, output: str, code: int, text: str) -> None:
    """What it said, else what was called and how it ended."""
    board.append(session([_failing(output, code)]))
    (row,) = board.view("failures")
    assert failure_text(row) == text


def test_a_tool_without_a_code_is_named(board: Board) -> None:
    """Where there is neither a message nor an exit code nor a target."""
    board.append(session([called("Fetch", "", fails=True)]))
    (row,) = board.view("failures")
    assert failure_text(row) == "Fetch failed, without a message"
