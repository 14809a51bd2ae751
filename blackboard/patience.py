"""How long reads wait for what is read off the log to catch up with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Enough = Callable[[], bool]
"""Asked between two windows of a projection: whether the rest is left to the next reader."""

SECONDS_OF_A_SEARCH = 0.4
"""The last window under way may take as long again, and the search itself a tenth of it."""


def never() -> bool:
    """The answer of a reader that waits to the end."""
    return False


class Patience:
    """Some seconds from now on: the first quarter for views, the rest for the index of passages."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._quarter, self._end = clock() + seconds / 4, clock() + seconds

    def for_views(self) -> bool:
        """See `Enough`."""
        return self._clock() >= self._quarter

    def for_passages(self) -> bool:
        """See `Enough`."""
        return self._clock() >= self._end


_CURRENT: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextmanager
def hurried(patience: Patience | None = None) -> Iterator[None]:
    """Let the reads inside, of this thread, answer from what is there when patience is over.

    Inside of another such block the patience of that one holds. Without one it is that of a search.
    """
    token = _CURRENT.set(_CURRENT.get() or patience or Patience(SECONDS_OF_A_SEARCH))
    try:
        yield
    finally:
        _CURRENT.reset(token)


@contextmanager
def patient() -> Iterator[None]:
    """Let the reads inside wait to the end, also within `hurried`."""
    token = _CURRENT.set(None)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def for_views() -> Enough:
    """What a catch-up of views asks, here and now."""
    patience = _CURRENT.get()
    return patience.for_views if patience else never


def for_passages() -> Enough:
    """The same of the index of passages."""
    patience = _CURRENT.get()
    return patience.for_passages if patience else never
