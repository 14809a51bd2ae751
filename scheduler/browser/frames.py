"""The frames that a page was lately seen in, so that the one before an action is at hand."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

_MOST = 60
_LONGEST = 20.0
"""Seconds for which a frame is kept; the newest one is kept however old it is."""


class Frame(NamedTuple):
    """A picture (PNG) and when it was shown, in seconds since 1970."""

    at: float
    png: bytes


class Frames:
    """The last frames of one page, oldest first.

    The browser gives one whenever what is seen changes, so the last frame before a moment is
    what was seen at that moment.
    """

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque(maxlen=_MOST)

    def add(self, frame: Frame) -> None:
        """A frame was shown."""
        while self._frames and self._frames[0].at < frame.at - _LONGEST:
            self._frames.popleft()
        self._frames.append(frame)

    def before(self, at: float) -> Frame | None:
        """The last frame shown before a moment; the first one there is when none was."""
        earlier = [frame for frame in self._frames if frame.at <= at]
        return earlier[-1] if earlier else next(iter(self._frames), None)

    def last(self) -> Frame | None:
        """The newest frame."""
        return self._frames[-1] if self._frames else None
