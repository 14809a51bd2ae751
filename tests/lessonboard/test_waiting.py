"""What waits for a person's decision."""

from __future__ import annotations

from pathlib import Path

from blackboard.board import Board
from blackboard.storage.hook_board import HookBoard
from lessonboard.waiting import still_waits, waiting_lessons
from reflect.miner.mine import mine
from tests.reflect.talks import PROJECT, looked, ran, session

_TALK = [ran("loom weave --knot", "loom: unknown option --knot", fails=True), ran("loom weave")]


def test_what_one_session_did_about_an_error_is_no_question(tmp_path: Path) -> None:
    """It is told at that very error alone; once a second session bears it out, it is one."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append(session(_TALK, "s1"))
        mine(board)
        [row] = board.view("lessons")
        assert not still_waits(row)
        assert waiting_lessons(board, {}) == []
        assert _in_status_line(path) == 0
        board.append(session([looked(), *_TALK], "s2"))
        mine(board)
        [rule] = waiting_lessons(board, {})
        assert still_waits(rule)
        assert rule["sessions"] == ["s1", "s2"]
        board.catch_up()
        assert _in_status_line(path) == 1


def _in_status_line(path: Path) -> int:
    quick = HookBoard(str(path), 0.05)
    try:
        return quick.waiting(PROJECT)
    finally:
        quick.close()
