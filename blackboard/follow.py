"""Reading a log as it grows, whichever process writes to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from blackboard.event import Event
from blackboard.log import Log


def follow(
    log: Log,
    after: int | None,
    *,
    types: Collection[str] | None,
    until: Callable[[], bool],
    interval: float,
) -> Iterator[Event]:
    """Events as they come; see `Board.tail`."""
    position = log.head() if after is None else after
    while True:
        head = log.head()
        for event in log.read(position, types=types):
            yield event
            position = event.position
            if until():  # a long backlog is no reason to go on
                return
        if until():
            return
        log.wait(max(position, head), interval)
