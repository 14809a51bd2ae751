"""What waits for a person's decision."""

from __future__ import annotations

from pathlib import Path

from blackboard.board import Board
from blackboard.events.insight import InsightCurated
from blackboard.storage.hook_board import HookBoard
from blackboard.storage.hook_status import waiting
from lessonboard.waiting import number_waiting, waiting_lessons
from reflect.miner.mine import mine
from tests.blackboard.lessons import HERE, lesson, told
from tests.reflect.talks import PROJECT, looked, ran, session

_TALK = [ran("loom weave --knot", "loom: unknown option --knot", fails=True), ran("loom weave")]


def test_what_one_session_did_about_an_error_is_no_question(tmp_path: Path) -> None:
    """It is told at that very error alone; once a second session bears it out, it is one."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append(session(_TALK, "s1"))
        mine(board)
        [row] = board.view("lessons")
        assert row["id"] not in board.undecided()
        assert waiting_lessons(board, {}) == []
        assert _in_status_line(path) == 0
        board.append(session([looked(), *_TALK], "s2"))
        mine(board)
        [rule] = waiting_lessons(board, {})
        assert board.undecided()[rule["id"]] == ""
        assert rule["sessions"] == ["s1", "s2"]
        board.catch_up()
        assert _in_status_line(path) == 1


def test_the_status_line_counts_what_the_commands_count(tmp_path: Path) -> None:
    """Candidates, insights, approved lessons that are stale, and pairs that contradict."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([
            lesson("one", "Always use tabs in the loom."), lesson("two", "Keep the loom oiled."),
            told("lesson.approved", "two", by="human"),
            lesson("three", "Check the shuttle."), told("lesson.approved", "three", by="human"),
            lesson("four", "Never check the shuttle."),
            told("lesson.approved", "four", by="human"),
            lesson("five", "Sweep the floor."), told("lesson.approved", "five", by="human"),
            lesson("six", "Elsewhere.", project="elsewhere"),
            told("lesson.contradicted", "three", other="four", verdict="opposite"),
            told("lesson.checked", "two", freshness="drifted", reason="gone"),
        ])  # fmt: skip
        board.record(InsightCurated(
            insight="i", statement="The loom is old.", category="patterns", confidence=0.8,
            actionable=True, learned_from="reflection", evidence=[], scope="project",
        ), actor="reflection", project=HERE)  # fmt: skip
        assert board.set_aside() == []
        counted = number_waiting(board, {"project": HERE})
        ids = {row["id"] for row in waiting_lessons(board, {"project": HERE})}
        assert ids == {"one", "two", "three", "four"}
        board.catch_up()
    assert counted == 5 == _in_status_line(path, HERE)


def _in_status_line(path: Path, project: str = PROJECT) -> int:
    quick = HookBoard(str(path), 0.05)
    try:
        return waiting(quick, project)
    finally:
        quick.close()
