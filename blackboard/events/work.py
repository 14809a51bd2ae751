"""Work items: what is to be done, by whom, and how it went."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from blackboard.events.payload import Count, PayloadModel


class WorkCreated(PayloadModel):
    """Something is to be done; an item with the same `dedup_key` that is open stands for both.

    `waiting_for` are those of `depends_on` that were not completed then.
    """

    type: ClassVar[str] = "work.created"
    item: str
    kind: str
    priority: Literal["P1", "P2", "P3"] = "P2"
    depends_on: list[str] = []
    waiting_for: list[str] = []
    input: dict[str, Any] = {}
    dedup_key: str | None = None


class WorkClaimed(PayloadModel):
    """A worker took an item for as long as its lease lasts."""

    type: ClassVar[str] = "work.claimed"
    item: str
    worker: str
    attempt: Count
    lease_expires_at: int


class WorkReleased(PayloadModel):
    """An item is free again, given back or taken from a worker that died.

    `fresh` says that its attempts are counted anew.
    """

    type: ClassVar[str] = "work.released"
    item: str
    worker: str
    reason: str = ""
    fresh: bool = False


class WorkCompleted(PayloadModel):
    """An item is done; `unblocks` are those that waited for it."""

    type: ClassVar[str] = "work.completed"
    item: str
    worker: str
    outcome: dict[str, Any] = {}
    unblocks: list[str] = []


class WorkFailed(PayloadModel):
    """An attempt failed; the item is tried again after `retry_at`."""

    type: ClassVar[str] = "work.failed"
    item: str
    worker: str
    attempt: Count
    reason: str
    retry_at: int | None = None


class WorkQuarantined(PayloadModel):
    """An item failed too often and waits for a person."""

    type: ClassVar[str] = "work.quarantined"
    item: str
    reason: str
