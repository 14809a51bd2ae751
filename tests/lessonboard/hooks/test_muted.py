"""A muted lesson is told no more where it was muted, by hooks neither, and its guard rests."""

from __future__ import annotations

import pytest

from lessonboard.muting import Where, is_muted, mute, unmute
from tests.lessonboard.hooks.conftest import Hook
from tests.lessonboard.hooks.test_guards import call, guarded

__all__ = ["guarded"]


@pytest.mark.parametrize("about", ["session", "project"])
def test_the_guard_of_a_muted_lesson_refuses_nothing_there(guarded: Hook, about: str) -> None:
    """Elsewhere it refuses as before, and there again once it is told again."""
    from blackboard.board import Board

    where = Where(session="c1") if about == "session" else Where(project=str(guarded.folder))
    with Board.open(guarded.board) as board:
        assert mute(board, "bun", where)
        assert not mute(board, "bun", where)
    assert guarded(call(guarded.folder)).out == ""
    assert bool(guarded(call(guarded.folder, session="c2")).out) is (about == "session")
    with Board.open(guarded.board) as board:
        assert unmute(board, "bun", where)
        assert not is_muted(board, "bun", where)
    assert guarded(call(guarded.folder, session="c1")).out


def test_a_session_is_muted_with_its_subagents(guarded: Hook) -> None:
    """They work on the same task."""
    from blackboard.board import Board

    with Board.open(guarded.board) as board:
        mute(board, "bun", Where(session="c1"))
    assert guarded(call(guarded.folder, agent_id="a1")).out == ""
