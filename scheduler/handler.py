"""What a worker needs of whoever does the work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from blackboard import Board
from blackboard.errors import BoardError
from scheduler.work.item import Item

Outcome = dict[str, Any]


class Handler(Protocol):
    """Does the items of one kind.

    With an attribute `in_background = True` the worker that hooks start does them too; what acts
    in the user's name leaves it out, and waits for `lessonboard worker`.
    """

    @property
    def kind(self) -> str:
        """The kind of the items."""
        ...

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
