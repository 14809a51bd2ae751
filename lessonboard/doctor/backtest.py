"""What the last backtest found, which runs after the first import."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from lessonboard.doctor.board import folded
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.present.backtest import headline
from lessonboard.present.text import day
from scheduler.handlers.backtest import KIND

_AGAIN = "Run it yourself: `lessonboard lesson report --backtest`."


def look(board: Board) -> Iterator[Diagnosis]:
    """Its figure, or why there is none yet; nothing where none was asked for."""
    rows = folded(board, "work", kind=KIND)
    newest = max(rows, key=lambda row: row["created_at"], default=None)
    if newest is None:
        return
    if newest["state"] == "completed":
        found = f"{day(newest['last_at'])}: {headline(newest['outcome'])}"
        yield Diagnosis("backtest", "good", found, details=newest["outcome"])
    elif newest["state"] in ("failed", "quarantined"):
        yield Diagnosis("backtest", "note", f"failed: {newest['reason']}", _AGAIN)
    else:
        yield Diagnosis("backtest", "good", "waits for a worker, or is at work")
