"""Events as JSON, one a line, as they were recorded; `restoring.py` reads them back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import orjson

from blackboard.event import Event

_REPORTED = 1000


@dataclass
class Exported:
    """What was written, and the events left out because their payload was forgotten."""

    events: int = 0
    holes: int = 0


def lines(
    events: Iterable[Event],
    exported: Exported,
    *,
    since: int | None = None,
    progress: Callable[[int], None] = lambda _position: None,
) -> Iterator[bytes]:
    """The lines of an export, one event each; no more than a few events are held at a time.

    Args:
        events: in order.
        exported: counts along.
        since: only what happened since, in microseconds since 1970.
        progress: called now and then with the position reached.
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
