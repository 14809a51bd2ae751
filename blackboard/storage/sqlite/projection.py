"""What a projection promises, so that forgetting reaches it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Protocol


class Erased(NamedTuple):
    """The events whose payloads are erased in the transaction that is under way."""

    types: frozenset[str]
    streams: list[str]
    positions: list[int]


class Projection(Protocol):
    """Tables that are filled from the log, with the checkpoints that say how far.

    One is made with the connection for each forgetting, and listed in `projected.PROJECTIONS`.
    Both calls of a forgetting come where events of one of the types are erased.
    """

    @property
    def types(self) -> Collection[str]:
        """The types of the events that are read; the tables hold no other event's text."""
        ...

    def tables(self) -> Collection[str]:
        """The names of all tables, without those that SQLite makes for a virtual table."""
        ...

    def checkpoints(self) -> Collection[str]:
        """The names of all checkpoints."""
        ...

    def prepare(self, erased: Erased) -> None:
        """Do what needs the payloads, which are still there."""
        ...

    def forget(self, erased: Erased) -> bool:
        """Leave in the tables what a rebuild would put there now, and nothing else.

        The payloads are NULL already.
        `VACUUM` follows and cleans what was deleted from tables, but copies what is inside of
        values: a full-text index keeps deleted words until it is merged (`forgetting.finish`).

        Returns:
            False where the tables are to be dropped with their checkpoints instead, to be rebuilt
            when they are next read.
        """
        ...
