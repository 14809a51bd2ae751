"""Histories for the tests of backtests: sessions of different days, as what was said and run."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard import Board
from blackboard.event import NewEvent
from tests.reflect.talks import ran, session

DAY = 86_400_000_000
FAILING, RIGHT = "pytest tests", "TIDES_KEY=x pytest tests"
COMPLAINT = "error: TIDES_KEY is not set"


def failed() -> NewEvent:
    """The failure of these histories."""
    return ran(FAILING, COMPLAINT, fails=True)


def worked() -> NewEvent:
    """What was done instead."""
    return ran(RIGHT, "12 passed")


def lived(board: Board, *sessions: Sequence[NewEvent], apart: int = DAY) -> None:
    """Append sessions, called s0, s1 and so on, each beginning so much after the one before."""
    for number, steps in enumerate(sessions):
        events = session(steps, f"s{number}")
        board.append(
            [each._replace(occurred_at=(each.occurred_at or 0) + number * apart) for each in events]
        )
