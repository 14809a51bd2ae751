"""The Stop hook puts the session on the queue and lets the agent stop, whatever it is told."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.board import Board
from scheduler.stop_hook import on_stop

TOLD = {"session_id": "s1", "transcript_path": "/home/ada/s1.jsonl", "stop_hook_active": False}


def test_a_session_that_stops_is_put_on_the_queue_once(board: Board) -> None:
    """Two stops while nobody has looked are one item, with where the transcript is."""
    assert on_stop(board, TOLD) == {}
    assert on_stop(board, TOLD) == {}
    (item,) = board.view("work")
    assert (item["kind"], item["priority"]) == ("reflect", "P3")
    assert item["input"] == {"session": "s1", "transcript": "/home/ada/s1.jsonl"}


@pytest.mark.parametrize(
    "told",
    [
        {**TOLD, "stop_hook_active": True},
        {},
        {"session_id": ""},
        {"session_id": 7},
        {"session_id": None, "transcript_path": []},
    ],
)
def test_whatever_else_it_is_told_it_does_nothing(board: Board, told: dict[str, Any]) -> None:
    """An agent that a hook keeps going, or input that names no session, costs nothing."""
    assert on_stop(board, told) == {}
    assert board.log.head() == 0
