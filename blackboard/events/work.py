"""Work items: what is to be done, by whom, and how it went."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Count, PayloadModel


class WorkEvent(PayloadModel):
    """Something that happened to one work item."""

    item: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.work(self.item)


class WorkCreated(WorkEvent):
    """Something is to be done; an item with the same `dedup_key` that is open stands for both.

    `waiting_for` are those of `depends_on` that were not completed then, `needs` the tags that a
    worker must have to do it.
    """

    type: ClassVar[str] = "work.created"
    kind: str
    priority: Literal["P1", "P2", "P3"] = "P2"
    depends_on: list[str] = []
    waiting_for: list[str] = []
    input: dict[str, Any] = {}
    dedup_key: str | None = None
    needs: list[str] = []


class WorkClaimed(WorkEvent):
    """A worker took an item for as long as its lease lasts."""

    type: ClassVar[str] = "work.claimed"
    worker: str
    attempt: Count
    lease_expires_at: int


class WorkReleased(WorkEvent):
    """An item is free again, given back or taken from a worker that died.

    `fresh` says that its attempts are counted anew, and `not_before` when it is ready again.
    """

    type: ClassVar[str] = "work.released"
    worker: str
    reason: str = ""
    fresh: bool = False
    not_before: int | None = None


class WorkCompleted(WorkEvent):
    """An item is done; `unblocks` are those that waited for it."""

    type: ClassVar[str] = "work.completed"
    worker: str
    outcome: dict[str, Any] = {}
    unblocks: list[str] = []


class WorkFailed(WorkEvent):
    """An attempt failed; the item is tried again after `retry_at`."""

    type: ClassVar[str] = "work.failed"
    worker: str
    attempt: Count
    reason: str
    retry_at: int | None = None


class WorkQuarantined(WorkEvent):
    """An item failed too often and waits for a person."""

    type: ClassVar[str] = "work.quarantined"
    reason: str
