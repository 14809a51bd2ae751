"""The digest chain: each event's digest covers the one before it.

digest = SHA-256(previous digest || envelope || payload SHA-256), where the envelope is its
twelve fields, one a line, in the order of `Event`. Recomputing it from the first event shows
any change to what was recorded; a forgotten payload leaves its hash, so the chain still holds.
"""

from __future__ import annotations

from hashlib import sha256

import orjson

from blackboard.errors import InvalidEvent
from blackboard.event import Payload

GENESIS = bytes(32)
_LINE_BREAKS = 11
_LONGEST = 4096


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


def link(previous: bytes, envelope: tuple[object, ...], payload_sha256: bytes) -> bytes:
    """The digest of an event, given its first twelve fields as stored.

    Raises:
        InvalidEvent: a field holds a line break, which would make the envelope ambiguous.
    """
    text = "\n".join(["" if field is None else str(field) for field in envelope])
    if text.count("\n") != _LINE_BREAKS:
        raise InvalidEvent(f"an envelope field holds a line break: {text[:200]!r}")
    return sha256(previous + text.encode() + payload_sha256).digest()


def check_envelope(type_: str, stream: str, project: str | None, actor: str) -> None:
    """Refuse envelope fields that are empty, too long, or hold control characters.

    Raises:
        InvalidEvent: with the name of the field.
    """
    if not type_ or not stream:
        raise InvalidEvent(f"an event needs a type and a stream, got {type_!r} and {stream!r}")
    for name, value in (("type", type_), ("stream", stream), ("project", project or "-"),
                        ("actor", actor or "-")):  # fmt: skip
        if len(value) > _LONGEST or not value.isprintable():
            raise InvalidEvent(
                f"the {name} of an event is at most {_LONGEST} printable characters: {value[:80]!r}"
            )
