"""A model may point at a procedure; structure says whether it is one, and in which words."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board
from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from reflect.miner.mine import mine
from reflect.proposals.asked import ACTOR
from reflect.proposals.joining import to_join
from tests.reflect.proposals.asking import Scripted, ask, board_with, lesson
from tests.reflect.talks import PROJECT, edited, ran, says

_LINE = "Run `make lint`, then `make test` after the last change of `*.py` files."
_PASSED = (says("Mend it."), edited(), ran("make lint", "all clean"), ran("make docs"),
           ran("make test", "12 passed"))  # fmt: skip
"""The entries 2 to 6 of the session's digest."""


def _proposal(**fields: Any) -> dict[str, Any]:
    given = {"kind": "procedure", "text": "Lint, then test.", "entries": [4, 6],
             "quote": "make lint", "key": {"words": "before committing"}}  # fmt: skip
    return lesson(**{**given, **fields})


def _asked(board: Board, name: str = "s1", **fields: Any) -> Scripted:
    model = Scripted(proposals={"lessons": [_proposal(**fields)]})
    ask(board, model, name)
    return model


def _told(board: Board) -> str:
    return board.context(Situation(project=PROJECT, step="before", command="make test -k")).text


def test_a_model_says_which_calls_and_structure_what_they_were() -> None:
    """In the same words as the rule's, with the model's words as what calls for it."""
    with board_with(_PASSED) as board:
        _asked(board)
        [row] = board.view("lessons")
        assert (row["constraint"], row["proof"], row["trust"]) == (_LINE, "procedure", "model")
        assert (row["sources"], row["tags"]) == (1, ["before", "committing"])
        assert _told(board) == ""


def test_it_is_shown_once_three_sessions_took_its_way() -> None:
    """The others by the plain sequence of their commands."""
    with board_with(*[_PASSED] * 3) as board:
        _asked(board)
        mine(board)
        standing = {row["constraint"]: row for row in board.view("lessons") if row["sources"] > 2}
        assert _told(board)
        assert all(row["trust"] == "tool" for row in standing.values())


@pytest.mark.parametrize("steps", [
    (*_PASSED, edited()),
    (*_PASSED[:4], ran("make test", "2 failed", fails=True)),
    (_PASSED[0], says("No change."), *_PASSED[2:]),
    (*_PASSED[:4], ran("make test", "12 passed", said_by="unknown")),
])  # fmt: skip
def test_without_a_passing_check_there_is_none(steps: tuple[NewEvent, ...]) -> None:
    """It is refused, and the reason kept."""
    with board_with(steps) as board:
        _asked(board)
        assert board.view("lessons") == []
        [refused] = board.read(types=["proposal.refused"])
        assert "no steps by which a check passed" in (refused.payload or {})["reason"]


@pytest.mark.parametrize("entries", [[6], [4], [2, 3, 4], [4, 5]])
def test_steps_that_end_with_no_check_are_none(entries: list[int]) -> None:
    """Nor is the check alone, nor what was no step."""
    with board_with(_PASSED) as board:
        _asked(board, entries=entries, quote="make" if 4 in entries else "12 passed")
        assert board.view("lessons") == []


def test_a_models_word_is_no_session_that_passed() -> None:
    """What it says it saw again, or joins, adds no source."""
    other = (says("Look."), ran("cat notes.txt", "make lint, make test"))
    with board_with(_PASSED, other, other) as board:
        _asked(board)
        [row] = board.view("lessons")
        for name in ("s2", "s3"):
            again = {"lesson": row["id"], "entries": [3], "quote": "make lint, make test"}
            ask(board, Scripted(proposals={"lessons": [], "seen_again": [again]}), name)
        after = board.row("lessons", row["id"])
        assert (after["sources"], after["sessions"]) == (1, ["s1"])
        assert after["evidence"] == row["evidence"]
        assert to_join(board, PROJECT) == ([], [])
        assert {each.actor for each in board.read(types=["lesson.deduplicated"])} <= {ACTOR}
