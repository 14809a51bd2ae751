"""Announcements: what a person was shown of a lesson, each step once."""

from __future__ import annotations

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.events.use import LessonAnnounced
from blackboard.views.announcements import ANNOUNCEMENTS
from blackboard.views.view import fold
from blackboard.vocabulary import NextStep, Place

_EVENTS = st.lists(
    st.builds(
        LessonAnnounced,
        lesson=st.sampled_from(["a", "b"]),
        place=st.sampled_from(get_args(Place)),
        step=st.sampled_from(get_args(NextStep)),
    )
)


def test_a_step_is_announced_once() -> None:
    """Given the same twice and another step, there are two rows, the first with its first place."""
    with Board.open(":memory:") as board:
        board.record(
            LessonAnnounced(lesson="a", place="session"),
            LessonAnnounced(lesson="a", place="page"),
            LessonAnnounced(lesson="a", place="report", step="guard on"),
            actor="lessonboard",
        )
        rows = [(row["lesson"], row["step"], row["place"]) for row in board.view("announcements")]
    assert sorted(rows) == [("a", "guard on", "report"), ("a", "remember", "session")]


@given(_EVENTS, st.integers(0, 20))
def test_folding_in_two_halves_is_folding_once(payloads: list[LessonAnnounced], at: int) -> None:
    """Whatever was announced where."""
    with Board.open(":memory:") as board:
        for payload in payloads:
            board.record(payload, actor="lessonboard", key=f"{id(payload)}")
        events = list(board.read())
        rows = {row["id"]: row for row in board.view("announcements")}
    halves = fold(ANNOUNCEMENTS, events[at:], fold(ANNOUNCEMENTS, events[:at]))
    assert halves == fold(ANNOUNCEMENTS, events) == rows
