"""Deciding by what is on the board, while others write to it.

To read what a decision rests on takes long among many lessons, and the hooks of agents wait for
the holder of the write lock. So it is read without the lock; with it, only whether anything came
meanwhile that may change the decision is asked, and the decision is appended.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from blackboard import Board
from blackboard.event import Event, NewEvent

ATTEMPTS = 3
"""Decisions that others may overtake, before one is made with the lock held."""


def append_decided(
    board: Board, decide: Callable[[], Sequence[NewEvent]], *, by: Collection[str]
) -> list[Event]:
    """Append what is decided, as if it were decided in the transaction that appends it.

    Args:
        board: where it is appended.
        decide: reads the board and gives the events; called again if it was overtaken.
        by: the types of events that may change what is decided.
    """
    for _ in range(ATTEMPTS):
        head = board.log.head()
        events = decide()
        if not events:
            return []
        with board.transaction():
            if not any(True for _ in board.read(head, types=by, limit=1)):
                return board.append(events)
    with board.transaction():
        return board.append(decide())
