"""The board that the page reads, and what it was at moments of the past that are looked at."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING

from blackboard import Board, BoardError
from blackboard.errors import CannotOpen
from blackboard.events.board import PayloadForgotten

if TYPE_CHECKING:
    from lessonboard.bootstrap import App

PATIENCE = 10.0
"""Seconds that a page waits for others who write, before it says that they do."""

_MOST = 3
"""Moments that are kept folded: one is looked at, and two are compared from there."""


class BoardGone(BoardError):
    """The board's file was deleted while it was open."""


class Boards:
    """Opens the board for all threads, and again when another file is put in its place.

    There is one for reading and one for changes: who waits to write keeps nobody from reading.

    Args:
        app: the board's path.
        is_made: whether a file that is not there may be made at the first opening.
    """

    def __init__(self, app: App, *, is_made: bool = True) -> None:
        self._app = app
        self._is_made = is_made
        self._lock = RLock()
        self._folding = RLock()
        self._open: dict[bool, Board] = {}
        self._identity: tuple[int, int] | None = None
        self._was_open = False
        self._past: OrderedDict[int, Board] = OrderedDict()
        self._forgotten = 0
        self._users = 0
        self._retired: list[Board] = []

    @contextmanager
    def present(self, *, to_write: bool = False) -> Iterator[Board]:
        """The board as it is now; not closed before everybody is done with it.

        Raises:
            BoardGone: its file was deleted.
            CannotOpen: see `Board.open`.
        """
        with self._using():
            yield self._current(to_write)

    @contextmanager
    def past(self, moment: int) -> Iterator[Board]:
        """The board as it was at a position; folded anew unless it was looked at lately.

        What was forgotten since is gone from there too.
        """
        with self._using(), self._folding:
            present = self._current(False)
            self._drop_forgotten(present)
            found = self._past.pop(moment, None) or present.as_of(moment)
            self._past[moment] = found  # the one that was looked at last
            while len(self._past) > _MOST:
                self._retired.append(self._past.popitem(last=False)[1])
            yield found

    @property
    def name(self) -> str:
        """What tells the board that is open from one that takes its place."""
        return str(self._identity)

    def close(self) -> None:
        """Close all that is open."""
        with self._folding, self._lock:
            self._retire()
            self._close_retired()

    def _current(self, to_write: bool) -> Board:
        with self._lock:
            identity = self._file()
            if identity != self._identity:
                self._retire()
                self._identity = identity
            if identity is None:
                self._refuse_missing()
            if not self._open:  # both at once: an opening may have to wait for who writes
                self._open = {each: self._app.open(timeout=PATIENCE) for each in (False, True)}
                self._identity = self._file()
                self._was_open = True
            return self._open[to_write]

    def _refuse_missing(self) -> None:
        """Make no new board in the place of one that was deleted, or where nothing may be made."""
        if self._was_open:
            raise BoardGone(f"{self._app.path} was deleted; `lessonboard import` makes a new one")
        if not self._is_made:
            raise CannotOpen(
                f"there is no board at {self._app.path}; `lessonboard import` makes it"
            )

    def _drop_forgotten(self, present: Board) -> None:
        head = present.log.head()
        if any(present.read(self._forgotten, types=[PayloadForgotten.type], limit=1)):
            self._retired += self._past.values()
            self._past.clear()
        self._forgotten = head

    def _file(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._app.path)  # noqa: PTH116 - the numbers alone
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    @contextmanager
    def _using(self) -> Iterator[None]:
        with self._lock:
            self._users += 1
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if not self._users:
                    self._close_retired()

    def _retire(self) -> None:
        """Take what is open out of use; it is closed when nobody uses it any more."""
        self._retired += [*self._past.values(), *self._open.values()]
        self._past.clear()
        self._open.clear()
        self._forgotten = 0

    def _close_retired(self) -> None:
        while self._retired:
            self._retired.pop().close()
