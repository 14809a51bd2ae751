"""A claimed work item, and the errors of the queue."""

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
    """The worker's lease expired and the item was claimed by another."""


class NoSuchItem(BoardError):
    """No work item has that id."""


class NotPossible(BoardError):
    """The item's state does not allow the action."""


def item_of(row: Row, input: dict[str, Any], attempt: int, worker: str, expires_at: int) -> Item:
    """The claimed item of a row."""
    return Item(row["item"], row["kind"], row["project"], input, attempt, worker, expires_at)
