"""What is to be forgotten, and the events that say so; the same for every log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from blackboard.citations import Reach
from blackboard.event import Event, NewEvent

Append = Callable[[Sequence[NewEvent]], list[Event]]


class Order(NamedTuple):
    """What is to be forgotten, and what is to be said of it; see `Log.forget`."""

    reach: Reach
    reason: str
    actor: str
    closing: Collection[str]


def announcements(order: Order, event_ids: Iterable[str]) -> Iterator[NewEvent]:
    """The events that say what is forgotten and why, and which streams accept no further events."""
    from blackboard.events.board import PayloadForgotten, StreamClosed
    from blackboard.events.payload import new

    because_of = order.reach.because_of
    for event_id in event_ids:
        payload = PayloadForgotten(
            event_id=event_id, reason=order.reason, because_of=because_of[event_id]
        )
        yield new(payload, actor=order.actor)
    for stream in order.closing:
        closed = StreamClosed(stream=stream, reason=order.reason)
        yield new(closed, actor=order.actor)
