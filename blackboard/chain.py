"""The digest chain: each event's digest covers the one before it.

digest = SHA-256(previous digest || envelope || payload SHA-256), where the envelope is its
twelve fields, one a line, in the order of `Event`. Recomputing it from the first event shows
any change to what was recorded; a forgotten payload leaves its hash, so the chain still holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256

import orjson

from blackboard.errors import Conflict, InvalidEvent
from blackboard.event import NewEvent, Payload

Envelope = tuple[object, ...]
"""The twelve fields of an event before its payload, as stored."""

GENESIS = bytes(32)
_LONGEST = 4096
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""All but the line break, which separates the fields and is counted."""


def encode(type_: str, payload: Payload) -> bytes:
    """A payload as the JSON text that is stored and hashed.

    Raises:
        InvalidEvent: it holds something that JSON cannot say.
    """
    try:
        return orjson.dumps(payload)
    except TypeError as error:
        raise InvalidEvent(f"the payload of a {type_} event is no JSON: {error}") from error


def payload_hash(text: bytes) -> bytes:
    """The SHA-256 of a payload as it is stored."""
    return sha256(text).digest()


def link(previous: bytes, envelope: Envelope, payload_sha256: bytes) -> bytes:
    """The digest of an event, given its first twelve fields as stored.

    Raises:
        InvalidEvent: a field holds a control character, which could make two envelopes alike,
            or all of them together are too long.
    """
    (position, id_, stream, version, type_, schema, project, actor, occurred, recorded,
     causation, correlation) = envelope  # fmt: skip
    text = (
        f"{position}\n{id_}\n{stream}\n{version}\n{type_}\n{schema}\n{project or ''}\n{actor}\n"
        f"{occurred}\n{recorded}\n{causation or ''}\n{correlation or ''}"
    )
    if len(text) > _LONGEST or text.count("\n") != 11 or _CONTROL.search(text):
        raise InvalidEvent(
            f"an envelope is at most {_LONGEST} characters, none of them a control character: "
            f"{text[:200]!r}"
        )
    return sha256(previous + text.encode() + payload_sha256).digest()


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


def check(event: NewEvent) -> None:
    """Refuse an event that could not be looked up: of nothing, or of a time that cannot be kept.

    Raises:
        InvalidEvent: with what was given.
    """
    if not event.type or not event.stream:
        raise InvalidEvent(f"an event needs a type and a stream, got {event[:2]!r}")
    if not (event.stream.isascii() and (event.id or "").isascii()) and (
        _CONTROL.search(event.stream) or _CONTROL.search(event.id or "")
    ):
        raise InvalidEvent(f"a control character is in {event.stream!r} or {event.id!r}")
    if event.occurred_at is not None and not -(2**63) <= event.occurred_at < 2**63:
        raise InvalidEvent(f"the time of a {event.type} event is out of range")
