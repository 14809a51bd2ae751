"""The digest chain: each event's digest covers the one before it.

digest = SHA-256(previous digest || envelope || payload SHA-256), where the envelope is its
twelve fields, one a line, in the order of `Event`. Recomputing it from the first event shows
any change to what was recorded; a forgotten payload leaves its hash, so the chain still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import orjson

from blackboard.digests import GENESIS, Envelope, has_control, link, payload_hash
from blackboard.errors import Conflict, InvalidEvent
from blackboard.event import NewEvent, Payload

__all__ = [
    "GENESIS", "Envelope", "check", "check_version", "encode", "encode_all", "link", "payload_hash",
]  # fmt: skip


def encode(type_: str, payload: Payload) -> bytes:
    """A payload as the JSON text that is stored and hashed.

    Raises:
        InvalidEvent: it holds something that JSON cannot say.
    """
    try:
        return orjson.dumps(payload)
    except TypeError as error:
        raise InvalidEvent(f"the payload of a {type_} event is no JSON: {error}") from error


def encode_all(events: Sequence[NewEvent]) -> list[bytes]:
    """The payloads of events as `encode` gives them."""
    return [encode(event.type, event.payload) for event in events]


def check_version(events: Sequence[NewEvent], expected: int, found: Callable[[str], int]) -> None:
    """Refuse an append to a stream that is not at the version that was expected.

    Raises:
        Conflict: it is at another one.
        InvalidEvent: the events are of several streams.
    """
    streams = {event.stream for event in events}
    if len(streams) != 1:
        raise InvalidEvent("an expected version needs all events on one stream")
    version = found(events[0].stream)
    if version != expected:
        raise Conflict(events[0].stream, expected, version)


def is_time(value: object) -> bool:
    """Whether a log can keep a value as a time: a whole number of 64 bits."""
    return type(value) is int and -(2**63) <= value < 2**63


def check(event: NewEvent) -> None:
    """Refuse an event that could not be looked up: of nothing, or of a time that cannot be kept.

    Raises:
        InvalidEvent: with what was given.
    """
    if not event.type or not event.stream:
        raise InvalidEvent(f"an event needs a type and a stream, got {event[:2]!r}")
    if not (event.stream.isascii() and (event.id or "").isascii()) and (
        _is_broken(event.stream) or _is_broken(event.id or "")
    ):
        raise InvalidEvent(f"a control character is in {event.stream!r} or {event.id!r}")
    if event.occurred_at is not None and not is_time(event.occurred_at):
        raise InvalidEvent(f"the time of a {event.type} event is no whole number, or out of range")
    # True is hashed by its name and stored as 1, so that the chain would not hold.
    if type(event.schema) is not int or not 0 <= event.schema < 2**31:
        raise InvalidEvent(f"the schema of a {event.type} event is no whole number of 31 bits")


def _is_broken(name: str) -> bool:
    return has_control(name.replace("\n", ""))
