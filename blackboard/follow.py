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
    is_over = until()
    while True:
        head = log.head()
        for event in log.read(position, until=head, types=types):
            yield event
            position = event.position
            if not is_over and until():  # a long backlog is no reason to go on
                return
        if is_over or until():
            return
        log.wait(max(position, head), interval)
