"""Whether the model that a person allowed can be asked, and what it has taken."""

from __future__ import annotations

import time
from collections.abc import Iterator

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis

_OF_MODELS = ("model.allowed", "model.answered")
"""Types of events that a board has once a model was allowed or asked."""


def look(app: App, board: Board) -> Iterator[Diagnosis]:
    """Yield one finding where a model is allowed, or was asked before."""
    if board.local.events.types().isdisjoint(_OF_MODELS):
        return
    from lessonboard.present.model import state, state_lines  # which imports all that asks a model

    found = state(board, app.config.model, time.time_ns() // 1000)
    if not found["asked"] and not found["questions"]:
        return
    first, *more = state_lines(found)
    if not found["asked"]:
        yield Diagnosis("model", "note", first)
    elif found["failure"]:
        advice = "What waits is asked later, or soon after `lessonboard admin model allow`."
        yield Diagnosis("model", "bad", f"{first} {more[-1]}", advice)
    else:
        yield Diagnosis("model", "good", " ".join([first, *more]))
