"""The recent frames of a page, to look up the one before an action."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

_MOST = 60
_LONGEST = 20.0
"""Seconds for which a frame is kept; the newest is always kept."""


class Frame(NamedTuple):
    """A screenshot (PNG) and when it was shown, in seconds since 1970."""

    at: float
    png: bytes


class Frames:
    """The recent frames of one page, oldest first.

    The browser sends a frame whenever the page's appearance changes, so the last frame before a
    moment shows the page at that moment.
    """

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque(maxlen=_MOST)

    def add(self, frame: Frame) -> None:
        """Add a frame and drop the expired ones."""
        while self._frames and self._frames[0].at < frame.at - _LONGEST:
            self._frames.popleft()
        self._frames.append(frame)

    def before(self, at: float) -> Frame | None:
        """The last frame before a moment, else the first one there is."""
        earlier = [frame for frame in self._frames if frame.at <= at]
        return earlier[-1] if earlier else next(iter(self._frames), None)

    def last(self) -> Frame | None:
        """The newest frame."""
        return self._frames[-1] if self._frames else None
