"""The first step on an empty board: reading the history of this machine."""

from __future__ import annotations

from lessonboard import history
from lessonboard.pages.page import Asked, BadRequest, Moved


def history_read(asked: Asked) -> Moved:
    """Have a worker read the transcripts on this machine, as after `lessonboard init`."""
    if asked.board.view("sessions", limit=1):
        raise BadRequest(
            "nothing was started: this board has sessions; `lessonboard session import` reads "
            "what is missing"
        )
    history.read_now(asked.board, asked.app.path)
    return Moved("/", "Reading the history on this machine, the newest sessions first")
