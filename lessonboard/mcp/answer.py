"""What a call of a tool says."""

from __future__ import annotations

from typing import NamedTuple


class Answer(NamedTuple):
    """The text, whether the call failed, and images as PNG."""

    text: str
    failed: bool = False
    images: tuple[bytes, ...] = ()
