"""The digest of an event, which covers the one before it; light, because hooks append too."""

from __future__ import annotations

from sys import modules

from blackboard.errors import InvalidEvent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from hashlib import _Hash
    from hashlib import sha256 as _light
else:
    try:
        from _sha2 import sha256 as _light
    except ImportError:
        try:
            from _sha256 import sha256 as _light
        except ImportError:
            from hashlib import sha256 as _light

__all__ = ["GENESIS", "Envelope", "has_control", "link", "payload_hash", "sha256"]

Envelope = tuple[object, ...]
"""The twelve fields of an event before its payload, as stored."""

GENESIS = bytes(32)
_LONGEST = 4096
_CONTROL = frozenset(
    map(chr, (*range(9 + 1), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029))
)
"""All but the line break, which separates the fields and is counted."""


def sha256(data: bytes) -> _Hash:
    """The SHA-256 of some bytes.

    That of hashlib is three times as quick, but to load it takes longer than all that a hook does:
    it is used where something else has loaded it.
    """
    quick: Callable[[bytes], _Hash] = getattr(modules.get("hashlib"), "sha256", _light)
    return quick(data)


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
    if len(text) > _LONGEST or text.count("\n") != 11 or has_control(text.replace("\n", "")):
        raise InvalidEvent(
            f"an envelope is at most {_LONGEST} characters, none of them a control character: "
            f"{text[:200]!r}"
        )
    return sha256(previous + text.encode() + payload_sha256).digest()


def has_control(text: str) -> bool:
    """Whether a text holds a control character or half of a surrogate pair."""
    if text.isprintable():
        return False
    return any(each in _CONTROL or "\ud800" <= each <= "\udfff" for each in text)
