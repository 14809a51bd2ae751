"""Where the boards of a team exchange: a log on a server, or a folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple, Protocol

from blackboard.event import Event
from blackboard.views.shared import SHARED_TYPES

SENT_TYPES = (*SHARED_TYPES, "key.added")
"""The types of what is exchanged: things, and which keys a person has."""


class Received(NamedTuple):
    """An event of a colleague: who shared it, and up to where one has read with it.

    `signed_by` is the key of its signature, which was checked; empty where it has none, and None
    where the server itself saw to it that it may be erased.
    """

    author: str
    event: Event
    position: int
    signed_by: str | None = ""


class Place(Protocol):
    """Keeps what each person shares, in their order, with the author of each event."""

    name: str
    keeps_all: bool
    """Whether what was sent stays there for sure, so that only what is new is sent."""
    problems: list[str]
    """What of others could not be read, as a person may read it."""

    def send(self, events: Iterable[Event]) -> int:
        """Add one's own events, all that are shared; those that are there are passed over.

        Returns how many were new.

        Raises:
            LogUnreachable: nothing can be added now.
        """
        ...

    def received(self, after: int) -> Iterator[Received]:
        """What others shared since a position, in an order that keeps each person's own.

        An event whose payload was withdrawn has none.
        """
        ...

    def has(self, event_ids: Collection[str]) -> set[str]:
        """Which of one's own events were sent there, also if their payloads are erased since."""
        ...

    def take_back(self, event_ids: Collection[str], reason: str) -> None:
        """Erase the payloads of one's own events."""
        ...

    def wait(self, seconds: float) -> bool:
        """Return as soon as there is news of others, or when the time is over; whether there is.

        A place without notifications waits for the whole time.
        """
        ...

    def close(self) -> None:
        """Give back what is held open."""
        ...
