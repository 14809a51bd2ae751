"""The port for handlers: code that does the work items of one kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from blackboard import Board
from blackboard.errors import BoardError
from scheduler.work.item import Item

Outcome = dict[str, Any]


class Handler(Protocol):
    """Handles the items of one kind.

    With an attribute `in_background = True` the worker that hooks start does them too; what acts
    in the user's name leaves it out, and waits for `lessonboard admin worker`. With `newest_first =
    True` the newest of its items that are due is done first, for what has a budget.
    """

    @property
    def kind(self) -> str:
        """The kind of the items."""
        ...

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Do an item and return its outcome; may be called again for the same item.

        Events that it appends need ids derived from the item, so that a retried attempt appends
        nothing twice. Long work polls `stopping`, and raises `Stopped` once it is true.

        Raises:
            Hopeless: it cannot succeed, now or later.
            Later: there is nothing to do yet.
            Exception: this attempt failed.
        """
        ...


class Hopeless(BoardError):
    """The item cannot succeed, however often it is retried."""


class Stopped(BoardError):
    """The item was returned to the queue because the worker is stopping."""


Permit = Callable[[Board, "str | None"], bool]
"""Whether the automation of a project may act for real now."""


OFF = "automation is off for the project, or a dry run; it goes on when it is on for real"
UNTIL_ON = 600_000_000
"""Microseconds until an item asks again whether automation is on."""


def always(_board: Board, _project: str | None) -> bool:
    """Without a switch."""
    return True


class Later(BoardError):
    """There is nothing to do yet; `until` says when to look again, in microseconds UTC.

    It is no failure: the attempt does not count.
    """

    def __init__(self, reason: str, until: int) -> None:
        super().__init__(reason)
        self.until = until
