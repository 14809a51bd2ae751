"""A lesson that was held back from a session is no secret: an agent that asks is shown it.

That is recorded, for a session that saw it by any way is no control.
"""

from __future__ import annotations

from blackboard import Board
from blackboard.delivery.events import looked_up
from blackboard.event import NewEvent
from blackboard.views.rows import ExposureRow
from lessonboard.mcp.context import ServerContext

_MOST_SESSIONS = 5


def note_shown(shared: ServerContext, answer: str, session: str | None) -> None:
    """Record which lessons an answer shows that were held back from the session that asked.

    Args:
        shared: the server.
        answer: what the tool said; every line about a lesson names it.
        session: the one that asked; without it each active one here may have.
    """
    with shared.board(session) as board:
        names = [session] if session else _going_on(board, shared.here)
        for row in board.view("exposures", where={"session": names}):
            if row["lesson"] in answer and _went_without(row):
                board.append([_shown(row, answer)])


def _going_on(board: Board, here: str) -> list[str]:
    where = {"project": board.project(here), "ended": 0}
    rows = board.view("sessions", where=where, order="-last_at", limit=_MOST_SESSIONS)
    return [row["id"] for row in rows]


def _went_without(row: ExposureRow) -> bool:
    return row["withheld_at"] is not None and row["injected_at"] is None


def _shown(row: ExposureRow, answer: str) -> NewEvent:
    lesson = row["lesson"]
    text = "\n".join(line for line in answer.splitlines() if lesson in line)
    event = looked_up(row["session"], text, lesson, row["project"])
    return NewEvent(event.type, event.stream, event.payload, project=event.project, actor="agent")
