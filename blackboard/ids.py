"""Identifiers of events: fresh ones that sort by time, and derived ones that repeat."""

from __future__ import annotations

import hashlib
import os


def fresh(now_micros: int) -> str:
    """A UUIDv7 (RFC 9562, section 5.7) for the given time."""
    random = int.from_bytes(os.urandom(10), "big")
    millis = now_micros // 1000 & 0xFFFF_FFFF_FFFF
    value = millis << 80 | 0x7 << 76 | (random >> 68 & 0xFFF) << 64 | 0x2 << 62
    return _dashed(f"{value | random & 0x3FFF_FFFF_FFFF_FFFF:032x}")


def derived(stream: str, key: str) -> str:
    """A UUIDv8 (RFC 9562, section 5.8) that is the same for the same stream and key.

    The first 48 bits come from the stream, so that the records of one stream are neighbours
    in the index of ids and a bulk import does not touch a page per event.
    """
    head = hashlib.sha256(stream.encode()).hexdigest()[:12]
    tail = hashlib.sha256(f"{stream}\n{key}".encode()).hexdigest()
    return _dashed(f"{head}8{tail[:3]}8{tail[3:18]}")


def _dashed(digits: str) -> str:
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
