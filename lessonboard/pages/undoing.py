"""What was decided on the page and can be undone, latest first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from reflect.finding import View

_MOST = 200


Made = tuple["View", str, tuple[str, ...]]
"""A row, by its view and name, and the events that decided about it."""


class Taken(NamedTuple):
    """A decision: about which rows, by which events, and from which page.

    `lacks_reason` says that none was given yet, and that one can be kept with it.
    """

    rows: tuple[Made, ...]
    said: str
    page: str
    lacks_reason: bool = False


def _without(event: str, rows: tuple[Made, ...]) -> Iterator[Made]:
    for view, key, events in rows:
        if left := tuple(each for each in events if each != event):
            yield view, key, left


class Undoing:
    """The decisions of this server; each can be undone once."""

    def __init__(self) -> None:
        self._taken: OrderedDict[str, Taken] = OrderedDict()
        self._lock = Lock()

    def add(self, taken: Taken) -> str:
        """Remember a decision; returns its name."""
        name = token_hex(8)
        with self._lock:
            self._taken[name] = taken
            while len(self._taken) > _MOST:
                self._taken.popitem(last=False)
        return name

    def take(self, name: str) -> Taken | None:
        """Return the decision to undo now; None where it is unknown or already undone."""
        with self._lock:
            return self._taken.pop(name, None)

    def known(self, name: str) -> Taken | None:
        """Return a decision that can be undone; None where it is unknown or already undone."""
        with self._lock:
            return self._taken.get(name)

    def explained(self, name: str) -> None:
        """Note that a decision has its reason; one that was undone meanwhile stays undone."""
        with self._lock:
            if name in self._taken:
                self._taken[name] = self._taken[name]._replace(lacks_reason=False)

    def give_back(self, name: str, taken: Taken) -> None:
        """Remember a decision again that could not be undone."""
        with self._lock:
            self._taken[name] = taken

    def drop(self, event: str) -> None:
        """Forget an event that was undone elsewhere, and a decision of which none is left."""
        with self._lock:
            for name, taken in list(self._taken.items()):
                left = taken._replace(rows=tuple(_without(event, taken.rows)))
                if left.rows:
                    self._taken[name] = left
                else:
                    del self._taken[name]

    def forget(self) -> None:
        """Forget all decisions."""
        with self._lock:
            self._taken.clear()

    def said(self, name: str) -> str:
        """Return what was said of a decision; empty where it is no longer known."""
        with self._lock:
            return self._taken[name].said if name in self._taken else ""

    def latest(self) -> str:
        """Return the name of the last decision that can be undone; empty where there is none."""
        with self._lock:
            return next(reversed(self._taken), "")
