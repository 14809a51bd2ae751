"""A page that dies while it decides: what a person decided is there as a whole, or not at all."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.waiting import waiting_lessons
from tests.faults.dying import dies
from tests.parts.web.visitor import visiting


def _decide(path: Path, name: str) -> None:
    with visiting(App(str(path))) as visitor:
        fields = visitor.form(visitor.text(f"/review?at={name}"), "/decide")
        visitor.done("/decide", **fields, decision="edit", constraint="Run `make seed` first.")


def _since(path: Path, before: int) -> list[str]:
    """The types of events since then, on a board that is sound."""
    with Board.open(path) as board:
        assert board.verify().sound
        assert board.verify_views() == []
        return [event.type for event in board.read(before)]


@pytest.mark.full
def test_a_decision_is_there_as_a_whole_or_not_at_all(sample: Path, tmp_path: Path) -> None:
    """The board is sound, and what was not decided can be decided again."""
    with Board.open(sample) as board:
        before, name = board.log.head(), waiting_lessons(board, {})[0]["id"]
    whole = Path(shutil.copy(sample, tmp_path / "whole.db"))
    assert not dies(lambda: _decide(whole, name), 60)
    expected = _since(whole, before)
    assert {"lesson.revised", "lesson.approved"} <= {*expected}
    chance, ends = Random("decide-1"), []
    for number in range(60):
        path = Path(shutil.copy(sample, tmp_path / f"{number}.db"))
        ends.append(dies(lambda path=path: _decide(path, name), chance.uniform(0.01, 0.4)))  # type: ignore[misc]
        if not _since(path, before):
            _decide(path, name)
        assert _since(path, before) == expected, path
    assert any(ends)
