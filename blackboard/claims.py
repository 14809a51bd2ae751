"""Claims: reading work items, deciding about them and appending, as one.

The log agrees on who holds what (the order of events, and leases that were renewed); which items
are ready is read off the local table of claims.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from blackboard import chain
from blackboard.board import Board
from blackboard.condition import Condition
from blackboard.event import Event, NewEvent
from blackboard.views.view import Row
from blackboard.writing import Written, written

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
    def deciding(self, claiming_at: int | None = None) -> Iterator[None]:
        """Read, decide and append as one, with the table of claims in step.

        As far as those need it who claim at a time, if it is stated.
        """
        while True:
            with self._board.transaction():
                behind = self._board.local.behind()
                if behind <= _MOMENT:
                    if behind:
                        self._board.local.follow()
                    if self.items.begin(claiming_at):
                        yield
                        return
            self._board.local.follow()  # while no one has to wait
            if not self.items.has_names():
                self._board.catch_up()
            self.items.catch_up()

    @property
    def is_elsewhere(self) -> bool:
        """Whether the log is elsewhere, and not held here, so that it decides about claims."""
        return self._board.local.is_copy and not self._board.local.is_held

    @contextmanager
    def looking(self) -> Iterator[int]:
        """Read the copy of a log elsewhere, which is not held; gives the position it has come to.

        Raises:
            LogUnreachable: the log does not answer.
        """
        self._board.local.follow()
        if self._board.local.offline:
            self._log.now()  # which says why
        while True:
            with self.items.reading() as position:
                if position is not None:
                    yield position
                    return
            if not self.items.has_names():
                self._board.catch_up()
            self.items.catch_up()

    def append(self, events: Sequence[NewEvent]) -> None:
        """Append inside `deciding`, and fold immediately."""
        self.items.fold(self.append_unfolded(events))

    def append_unfolded(self, events: Sequence[NewEvent]) -> list[Event]:
        """Append inside `deciding`; a later claim folds them, with what else came."""
        clean = _written(events)
        appended = self._log.append(clean.events, payloads=clean.payloads)
        self._board.local.receive(appended)
        return appended

    def append_if(
        self, events: Sequence[NewEvent], condition: Condition, ending: Collection[str] = ()
    ) -> list[Event]:
        """See `Log.append_if`; outside of `deciding`."""
        return self._log.append_if(_written(events).events, condition, ending)

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


def _written(events: Sequence[NewEvent]) -> Written:
    """Events without secrets; what JSON cannot say is refused here, and not replaced."""
    chain.encode_all(events)
    return written(events)
