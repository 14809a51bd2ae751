"""Which sessions went on since somebody looked at them, known without reading their events.

A look at all sessions is remembered as a position of the log: what has no event after it is passed
over. What was looked at alone, as by a worker, names the last event that was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard import Board, NotFound
from blackboard.event import Event
from blackboard.views.rows import SessionRow


def went_on(board: Board, where: Mapping[str, Any], *, with_model: bool) -> list[SessionRow]:
    """The sessions that meet conditions and have events since all sessions were looked at."""
    since = board.reader_position(_reader(with_model=with_model))
    return board.view("sessions", where={**where, "position>=": since + 1}, order="started_at")


def remember_all(board: Board, head: int, *, with_model: bool) -> None:
    """Remember that all sessions were looked at, as they were at a position.

    Rules look at every session, a model at those where there is something to be learnt; so what
    one of them passed over is none of the other's affair.
    """
    board.remember_reader(_reader(with_model=with_model), head)


def is_as_it_was(board: Board, session: SessionRow, last: Event | None) -> bool:
    """Whether a session has no event that its last reflection had not seen.

    Args:
        board: where both are.
        session: its row.
        last: the reflection's end, which was caused by the last event that it saw; of those from
            before that was written nothing is known.
    """
    if last is None or last.causation is None:
        return False
    try:
        return board.log.get(last.causation).position >= session["position"]
    except NotFound:
        return False


def _reader(*, with_model: bool) -> str:
    return "reflection with a model" if with_model else "reflection"
