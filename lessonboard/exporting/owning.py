"""Whether a file of exported events is one's own: its chain is whole, and its head is known here.

Each digest covers all events before it, so no other events with a known digest at their
end can be made. An export of a part, or with forgotten events, cannot be proved like that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from blackboard import chain
from blackboard.digests import Envelope
from blackboard.event import micros
from blackboard.sources.lines import Line
from blackboard.sources.source import Record
from lessonboard.exporting.restoring import is_exported


def is_own(lines: Iterable[Line], known: Collection[tuple[int, str]]) -> bool:
    """Return whether the events are a whole log, from its first event to one whose digest is known.

    Args:
        lines: the lines of the file.
        known: positions and digests in hex that were seen on the user's own boards.
    """
    if not known:
        return False
    digest, position = chain.GENESIS, 0
    for line in lines:
        position += 1
        found = _digest(digest, line.record, position)
        if found is None:
            return False
        digest = found
    return (position, digest.hex()) in known


def _digest(before: bytes, record: Record | None, position: int) -> bytes | None:
    """Return the digest that an event has after those before it; None if it is not the next one."""
    if record is None or not is_exported(record) or record["position"] != position:
        return None
    try:
        payload = chain.encode(str(record["type"]), record["payload"])
        return chain.link(before, _envelope(record), chain.payload_hash(payload))
    except (TypeError, ValueError, AttributeError):
        return None


def _envelope(record: Record) -> Envelope:
    names = ("position", "id", "stream", "version", "type", "schema", "project", "actor",
             "occurred_at", "recorded_at", "causation", "correlation")  # fmt: skip
    values = {name: record[name] for name in names}
    times = {name: micros(values[name]) for name in ("occurred_at", "recorded_at")}
    return tuple({**values, **times}.values())
