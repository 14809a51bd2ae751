"""What must hold of a log when events are appended to it, checked by the log itself.

So a writer may decide by what it has read without holding the log, and learns if others were
faster.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from blackboard.errors import Conflict
from blackboard.event import NewEvent


class Condition(NamedTuple):
    """What was read before.

    Args:
        versions: for each event the version of its stream.
        since: the position up to which all was read.
        unless: types of which there must be no later event.
        most: append the first so many events whose streams are as stated, and pass over the
            others; with None all or none.
    """

    versions: Sequence[int]
    since: int = 0
    unless: Collection[str] = ()
    most: int | None = None


def fitting(
    events: Sequence[NewEvent], condition: Condition, found: dict[str, int]
) -> list[NewEvent]:
    """The events that are to be appended, given the versions of their streams.

    Raises:
        Conflict: all are to be, and a stream is at another version.
    """
    kept = []
    for event, version in zip(events, condition.versions, strict=True):
        if found.get(event.stream, 0) == version:
            kept.append(event)
        elif condition.most is None:
            raise Conflict(event.stream, version, found.get(event.stream, 0))
    return kept[: condition.most]
