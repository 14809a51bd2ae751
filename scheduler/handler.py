"""What a worker needs of whoever does the work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from blackboard import Board
from blackboard.errors import BoardError
from scheduler.work.item import Item

Outcome = dict[str, Any]


class Handler(Protocol):
    """Does the items of one kind."""

    kind: str

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Do an item and say what came of it; may be called again for the same item.

        What it appends must have ids that follow from the item, so that an attempt that was
        cut off and made again tells nothing twice. Long work asks `stopping` now and then, and
        raises `Stopped` when it is true.

        Raises:
            Hopeless: it cannot succeed, now or later.
            Exception: this attempt failed.
        """
        ...


class Hopeless(BoardError):
    """An item cannot be done, however often it is tried."""


class Stopped(BoardError):
    """An item was given back because the worker stops."""
