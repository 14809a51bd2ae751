"""Checking the chain of digests event by event; the same for every log and every copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from blackboard import chain
from blackboard.errors import InvalidEvent
from blackboard.log import Progress, Verification

MOST_PROBLEMS = 20
"""The most problems that are listed."""


def verified(
    rows: Iterable[Sequence[Any]],
    unannounced: Callable[[], Iterable[tuple[int, str]]],
    progress: Progress | None,
) -> Verification:
    """Recompute the chain over all events of a log, as they are stored.

    Args:
        rows: the fifteen fields of each, in order.
        unannounced: gives the position and id of each event without a payload of which no event
            says that it was forgotten.
        progress: called with the position now and then.
    """
    digest, position, holes = chain.GENESIS, 0, 0
    found: list[str] = []
    for row in rows:
        found += problems(row, position + 1, digest)
        position, digest = row[0], row[14] or digest
        holes += row[12] is None
        if len(found) >= MOST_PROBLEMS:
            break
        if progress is not None and position % 1000 == 0:
            progress(position)
    found += [f"event {at} ({id_}): the payload is gone, but no event says that it was forgotten"
              for at, id_ in unannounced()]  # fmt: skip
    return Verification(position, holes, digest.hex(), found)


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
