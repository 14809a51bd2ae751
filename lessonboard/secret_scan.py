"""Looking a board through again: what was written before a rule was there may hold a secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from blackboard import Board
from blackboard.event import Event
from blackboard.redaction.breadth import Find, nothing, strings
from blackboard.redaction.redact import redact_all

_AT_ONCE = 500


class Leak(NamedTuple):
    """An event whose payload holds secrets, and how many."""

    event: str
    type: str
    stream: str
    secrets: int


def leaks(
    board: Board,
    more_secrets: Find = nothing,
    progress: Callable[[int], None] = lambda _events: None,
) -> Iterator[Leak]:
    """Yield the events that hold what is cut today, in order.

    Args:
        board: where they are.
        more_secrets: what finds secrets beside our own rules.
        progress: called with the number of events that were read since the last call.
    """
    events = board.read()
    while batch := list(islice(events, _AT_ONCE)):
        found = more_secrets(text for event in batch for text in strings(event.payload))
        for event in batch:
            number = _secrets_in(event, found)
            if number:
                yield Leak(event.id, event.type, event.stream, number)
        progress(len(batch))


def _secrets_in(event: Event, more: set[str]) -> int:
    if not event.payload:
        return 0
    others = sum(secret in text for text in strings(event.payload) for secret in more)
    return redact_all(event.payload).secrets or others
