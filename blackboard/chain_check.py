"""Checking the chain of digests event by event; the same for every log and every copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blackboard import chain
from blackboard.errors import InvalidEvent


def problems(row: Sequence[Any], position: int, previous: bytes) -> list[str]:
    """What is wrong with an event as it is stored, in the order of `Event`'s fields.

    Args:
        row: its fifteen fields.
        position: where it has to be.
        previous: the digest of the event before it.
    """
    found = []
    if row[0] != position:
        found.append(f"position {position} is missing, the next event is at {row[0]}")
    payload, payload_sha256, digest = row[12:15]
    if not isinstance(payload_sha256, bytes):
        return [*found, f"event {row[0]} is damaged: its row cannot be read"]
    if "" in (row[6], row[10], row[11]):
        found.append(f"event {row[0]} ({row[1]}): nothing was turned into an empty text")
    if isinstance(payload, str) and chain.payload_hash(payload.encode()) != payload_sha256:
        found.append(f"event {row[0]} ({row[1]}): the payload is not the one that was recorded")
    if _link(previous, row, payload_sha256) != digest:
        found.append(f"event {row[0]} ({row[1]}): the envelope or the order was changed")
    return found


def _link(previous: bytes, row: Sequence[Any], payload_sha256: bytes) -> bytes | None:
    """The digest that an event should have; None where no such event could be recorded."""
    try:
        return chain.link(previous, tuple(row[:12]), payload_sha256)
    except InvalidEvent:
        return None
