"""Sessions merged in time order, each held in memory only while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from blackboard.event import Event
from blackboard.views.rows import SessionRow
from reflect.backtest.steps import Step, steps


class Ended(NamedTuple):
    """A session is over, and may be learnt from."""

    session: SessionRow
    events: list[Event]


class _Running(NamedTuple):
    """A session that goes on: when its next step is, which, and its place among the sessions."""

    at: int
    place: int
    number: int
    steps: list[Step]
    ended: Ended


def timeline(
    sessions: Sequence[SessionRow], read: Callable[[SessionRow], list[Event]]
) -> Iterator[Step | Ended]:
    """The steps of all sessions as they happened, and after the last one of each its end.

    Args:
        sessions: by the time of their beginning.
        read: the events of one.
    """
    running: list[_Running] = []
    for place, session in enumerate(sessions):
        while running and running[0].at < session["started_at"]:
            yield from _next(running)
        events = read(session)
        heappush(running, _Running(session["started_at"], place, 0, steps(session, events),
                                   Ended(session, events)))  # fmt: skip
    while running:
        yield from _next(running)


def _next(running: list[_Running]) -> Iterator[Step | Ended]:
    first = heappop(running)
    if first.number < len(first.steps):
        yield first.steps[first.number]
    number = first.number + 1
    if number < len(first.steps):
        heappush(running, first._replace(at=first.steps[number].at, number=number))
    else:
        yield first.ended
