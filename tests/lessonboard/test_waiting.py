"""What waits for a person's decision."""

from __future__ import annotations

from blackboard.board import Board
from lessonboard.waiting import still_waits, waiting_lessons
from reflect.miner.mine import mine
from tests.reflect.talks import looked, ran, session

_TALK = [ran("loom weave --knot", "loom: unknown option --knot", fails=True), ran("loom weave")]


def test_what_one_session_did_about_an_error_is_no_question(board: Board) -> None:
    """It is told at that very error alone; once a second session bears it out, it is one."""
    board.append(session(_TALK, "s1"))
    mine(board)
    [row] = board.view("lessons")
    assert not still_waits(row)
    assert waiting_lessons(board, {}) == []
    board.append(session([looked(), *_TALK], "s2"))
    mine(board)
    [rule] = waiting_lessons(board, {})
    assert still_waits(rule)
    assert rule["sessions"] == ["s1", "s2"]
