"""A claimed work item, and the errors of the queue."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from blackboard.errors import BoardError
from blackboard.event import Event
from blackboard.views.view import Row

Priority = Literal["P1", "P2", "P3"]
PRIORITIES: tuple[Priority, ...] = ("P1", "P2", "P3")


class Claim(NamedTuple):
    """Where the event of a claim is in the log, and its place on the item's stream."""

    position: int
    version: int


class Item(NamedTuple):
    """A claimed item; `attempt` counts from 1, times are microseconds since 1970 UTC.

    `claim` is None where completing the item means to look at others that wait for it.
    """

    id: str
    kind: str
    project: str | None
    input: dict[str, Any]
    attempt: int
    worker: str
    lease_expires_at: int
    claim: Claim | None = None


class LeaseLost(BoardError):
    """The worker's lease expired and the item was claimed by another."""


class NoSuchItem(BoardError):
    """No work item has that id."""


class NotPossible(BoardError):
    """The item's state does not allow the action."""


def item_of(row: Row, input: dict[str, Any]) -> Item:
    """The item of a row that is claimed."""
    return Item(
        row["item"], row["kind"], row["project"], input, row["attempts"], row["worker"],
        row["lease_expires_at"],
    )  # fmt: skip


def claimed(row: Row, input: dict[str, Any], event: Event) -> Item:
    """The item of a row that was ready until this event claimed it."""
    said: dict[str, Any] = event.payload or {}
    claim = None if row["dependents"] else Claim(event.position, event.version)
    return Item(
        row["item"], row["kind"], row["project"], input, said["attempt"], said["worker"],
        said["lease_expires_at"], claim,
    )  # fmt: skip
