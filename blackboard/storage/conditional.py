"""Appending on a condition to a log that cannot check it in one step."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from blackboard.condition import Condition, fitting
from blackboard.errors import Outdated
from blackboard.event import Event, NewEvent
from blackboard.log import Log


def append_if(
    log: Log, events: Sequence[NewEvent], condition: Condition, ending: Collection[str] = ()
) -> list[Event]:
    """See `Log.append_if`; holds the log from the first question to the last."""
    with log.transaction():
        if condition.unless and any(log.read(condition.since, types=condition.unless, limit=1)):
            raise Outdated(condition.since)
        found = {event.stream: log.version(event.stream) for event in events}
        added = log.append(fitting(events, condition, found))
        log.end_lease(ending)
        return added
