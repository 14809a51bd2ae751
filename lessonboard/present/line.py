"""A line of output, and how it is to be shown where there are colours."""

from __future__ import annotations

from typing import Literal, NamedTuple

Tone = Literal["plain", "quiet", "strong", "bad", "good", "waiting"]


class Line(NamedTuple):
    """A line of text; its tone counts on a terminal only."""

    text: str
    tone: Tone = "plain"
