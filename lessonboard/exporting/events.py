"""Export events as JSON lines, as recorded; `restoring.py` reads them back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import orjson

from blackboard.event import Event

_REPORTED = 1000


@dataclass
class Exported:
    """The number of exported events, and of those left out as forgotten."""

    events: int = 0
    holes: int = 0


def lines(
    events: Iterable[Event],
    exported: Exported,
    *,
    since: int | None = None,
    progress: Callable[[int], None] = lambda _position: None,
) -> Iterator[bytes]:
    """Yield the lines of an export, one event each, with constant memory.

    Args:
        events: the events in order.
        exported: updated along the way.
        since: only events from this time on, in microseconds since 1970.
        progress: called at intervals with the current position.
    """
    for event in events:
        if event.position % _REPORTED == 0:
            progress(event.position)
        if since is not None and event.occurred_at < since:
            continue
        if event.payload is None:
            exported.holes += 1
            continue
        exported.events += 1
        yield orjson.dumps(event.as_json()) + b"\n"
