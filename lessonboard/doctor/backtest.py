"""What the history says of the lessons, as far as it was looked at."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.present.backtest import headline, holds
from reflect.backtest.result import result


def look(board: Board) -> Iterator[Diagnosis]:
    """Its main figure; nothing where no session was looked at."""
    figures = result(board).as_json()
    if figures["sessions"]:
        found = " ".join((headline(figures), *holds(figures)))
        yield Diagnosis("backtest", "good", found, details=figures)
