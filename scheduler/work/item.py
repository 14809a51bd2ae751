"""A work item as a worker holds it, and what can go wrong with it."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from blackboard.errors import BoardError
from blackboard.views.view import Row

Priority = Literal["P1", "P2", "P3"]
PRIORITIES: tuple[Priority, ...] = ("P1", "P2", "P3")


class Item(NamedTuple):
    """A claimed item; `attempt` counts from 1, times are microseconds since 1970 UTC."""

    id: str
    kind: str
    project: str | None
    input: dict[str, Any]
    attempt: int
    worker: str
    lease_expires_at: int


class LeaseLost(BoardError):
    """The item is no longer this worker's: its lease ran out and it was given to another."""


class NoSuchItem(BoardError):
    """There is no work item of that id."""


class NotPossible(BoardError):
    """The item is in a state in which that cannot be done with it."""


def item_of(row: Row, attempt: int, worker: str, expires_at: int) -> Item:
    """The item in a row, as claimed."""
    return Item(row["item"], row["kind"], row["project"], row["input"], attempt, worker, expires_at)
