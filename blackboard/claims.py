"""Claims: reading work items, deciding about them and appending, as one.

The log agrees on who holds what (the order of events, and leases that were renewed); which items
are ready is read off the local table of claims.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.views.view import Row

_MOMENT = 500
"""Events that are copied while others wait for the log; more of them before."""

_MOST_EXPIRED = 100
"""Leases that are ended together, so that a claim stays short after a long rest."""


class Claims:
    """The work items of one board, for those who decide what becomes of them."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._log = board.log
        self.items = board.local.work

    @contextmanager
    def deciding(self) -> Iterator[None]:
        """Read, decide and append as one, with the table of claims in step."""
        while True:
            with self._board.transaction():
                behind = self._board.local.behind()
                if behind <= _MOMENT:
                    if behind:
                        self._board.local.follow()
                    if self.items.begin():
                        yield
                        return
            self._board.local.follow()  # while no one has to wait
            if not self.items.has_names():
                self._board.catch_up()
            self.items.catch_up()

    def append(self, events: Sequence[NewEvent]) -> None:
        """Append inside `deciding`, and fold immediately."""
        appended = self._log.append(events)
        self._board.local.receive(appended)
        self.items.fold(appended)

    def expired(self, overdue: Sequence[Row], now: int) -> list[Row]:
        """Items whose lease has run out, by the lease or, if that was lost, by the claim."""
        if not overdue:
            return []
        held = self._log.leases([row["item"] for row in overdue])
        return [row for row in overdue if held.get(row["item"], 0) <= now][:_MOST_EXPIRED]

    def lease(self, items: Collection[str], holder: str, expires_at: int) -> None:
        """Let a holder keep some items for longer than their claims say."""
        self._log.lease(items, holder, expires_at)

    def end_lease(self, items: Collection[str]) -> None:
        """Let go of some items."""
        self._log.end_lease(items)
