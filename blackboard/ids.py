"""Identifiers of events: fresh ones that sort by time, and derived ones that repeat."""

from __future__ import annotations

import os

from blackboard.digests import sha256

_VARIANT = dict(zip("0123456789abcdef", "89ab" * 4, strict=True))
"""The two bits that every UUID has, before two random ones."""


def fresh(now_micros: int) -> str:
    """A UUIDv7 (RFC 9562, section 5.7) for the given time."""
    time = f"{now_micros // 1000 & 0xFFFF_FFFF_FFFF:012x}"
    random = os.urandom(9).hex()
    return f"{time[:8]}-{time[8:]}-7{random[:3]}-{_VARIANT[random[3]]}{random[3:6]}-{random[6:]}"


def derived(stream: str, key: str) -> str:
    """A UUIDv8 (RFC 9562, section 5.8) that is the same for the same stream and key.

    The first 48 bits come from the stream, so that the records of one stream are neighbours
    in the index of ids and a bulk import does not touch a page per event.
    """
    head = sha256(stream.encode()).hexdigest()[:12]
    tail = sha256(f"{stream}\n{key}".encode()).hexdigest()
    return _dashed(f"{head}8{tail[:3]}8{tail[3:18]}")


def _dashed(digits: str) -> str:
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
