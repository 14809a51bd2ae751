"""What no anchor announces: long runs of letters and digits, and letters of another width.

Both are looked for by bytes: an expression would take as long as all anchors together.
"""

from __future__ import annotations

LEAST = 26
"""Letters and digits without a break: base64 of 19 bytes, and more than most ids have."""

_RUN = b"a" * LEAST
_FIRST_BYTES = (b"\xef\xbc", b"\xef\xbd", b"\xf0\x9d", b"\xe2\x92", b"\xe2\x93", b"\xc5\xbf",
                b"\xe2\x84\xaa")  # fmt: skip
"""Of full-width, mathematical and circled letters, of the long s and the sign for kelvin."""

_SHAPE = bytes(97 if byte < 128 and chr(byte).isalnum() else 32 for byte in range(256))


def runs(text: str) -> list[tuple[int, int]]:
    """Where runs that may be base64 or hexadecimal digits begin and end.

    >>> runs("see " + "cGFzc3dvcmQ9aHVudGVyMg" * 2 + "==")
    [(4, 48)]
    """
    if len(text) < LEAST:
        return []
    shape = text.encode("ascii", "replace").translate(_SHAPE)
    found = []
    start = shape.find(_RUN)
    while start >= 0:
        end = shape.find(b" ", start)
        if end < 0:
            end = len(shape)
        found.append((start, end))
        start = shape.find(_RUN, end)
    return found


def may_have_forms(text: str) -> bool:
    """Whether a text may have letters of another width, circled or mathematical ones."""
    if text.isascii():
        return False
    data = text.encode("utf-8", "surrogatepass")
    return any(map(data.__contains__, _FIRST_BYTES))
