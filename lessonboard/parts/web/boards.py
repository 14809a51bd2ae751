"""The board that the page reads, and what it was at moments of the past that are looked at."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING

from blackboard import Board, BoardError
from blackboard.errors import CannotOpen
from blackboard.events.board import PayloadForgotten

if TYPE_CHECKING:
    from lessonboard.bootstrap import App

PATIENCE = 5.0
"""Seconds that a page waits for others who write, before it says that they do."""

_MOST = 3
"""Moments that are kept folded: one is looked at, and two are compared from there."""


class BoardGone(BoardError):
    """The board's file was deleted while it was open."""


class _Opened:
    """An open board and how many use it: once it is out of use it is closed by the last of them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.users = 0
        self.is_retired = False

    def close_if_idle(self) -> None:
        if self.is_retired and not self.users:
            self.board.close()


class Boards:
    """Opens the board for all threads, and again when another file is put in its place.

    There is one for reading and one for changes: a waiting writer does not block readers.

    Args:
        app: the board's path.
        read_only: whether nothing is written, not a view either, and no file is made.
    """

    def __init__(self, app: App, *, read_only: bool = False) -> None:
        self._app = app
        self._read_only = read_only
        self._lock = RLock()
        self._folding = RLock()
        self._open: dict[bool, _Opened] = {}
        self._identity: tuple[int, int] | None = None
        self._was_open = False
        self._past: OrderedDict[int, _Opened] = OrderedDict()
        self._forgotten = 0

    @contextmanager
    def present(self, *, to_write: bool = False) -> Iterator[Board]:
        """The board as it is now; not closed before everybody is done with it.

        Raises:
            BoardGone: its file was deleted.
            CannotOpen: see `Board.open`.
        """
        with self._used(lambda: self._current(to_write)) as board:
            yield board

    @contextmanager
    def past(self, moment: int) -> Iterator[Board]:
        """The board as it was at a position; folded again unless it was shown recently.

        What was forgotten since is gone from there too.
        """
        with self._folding, self.present() as present:
            self._drop_forgotten(present)
            # Folding may take seconds, in which others go on reading the present.
            folded = None if moment in self._past else _Opened(present.as_of(moment))
            with self._used(lambda: self._kept(moment, folded, present)) as board:
                yield board

    @property
    def name(self) -> str:
        """The identity of the open board, which differs from that of one that takes its place."""
        return str(self._identity)

    def close(self) -> None:
        """Close all that is open."""
        with self._folding, self._lock:
            for each in (*self._past.values(), *self._open.values()):
                each.board.close()
            self._past.clear()
            self._open.clear()

    @contextmanager
    def _used(self, found: Callable[[], _Opened]) -> Iterator[Board]:
        with self._lock:
            used = found()
            used.users += 1
        try:
            yield used.board
        finally:
            with self._lock:
                used.users -= 1
                used.close_if_idle()

    def _kept(self, moment: int, folded: _Opened | None, present: Board) -> _Opened:
        found = folded or self._past.pop(moment, None) or _Opened(present.as_of(moment))
        if all(each.board is not present for each in self._open.values()):
            found.is_retired = True  # another file took its place meanwhile
            return found
        self._past[moment] = found  # the one that was looked at last
        while len(self._past) > _MOST:
            self._retire(self._past.popitem(last=False)[1])
        return found

    def _current(self, to_write: bool) -> _Opened:
        identity = self._file()
        if identity != self._identity:
            self._retire_all()
            self._identity = identity
        if identity is None:
            self._refuse_missing()
        if not self._open:  # both together: an opening may wait for a writer
            self._open = {each: _Opened(self._opened()) for each in (False, True)}
            self._identity = self._file()
            self._was_open = True
        return self._open[to_write]

    def _opened(self) -> Board:
        return self._app.open(read_only=self._read_only, timeout=PATIENCE)

    def _refuse_missing(self) -> None:
        """Make no new board in the place of one that was deleted, or where nothing may be made."""
        if self._was_open:
            raise BoardGone(
                f"{self._app.path} was deleted; `lessonboard session import` makes a new one"
            )
        if self._read_only:
            raise CannotOpen(
                f"there is no board at {self._app.path}; `lessonboard session import` makes it"
            )

    def _drop_forgotten(self, present: Board) -> None:
        head = present.log.head()
        if any(present.read(self._forgotten, types=[PayloadForgotten.type], limit=1)):
            with self._lock:
                while self._past:
                    self._retire(self._past.popitem()[1])
        self._forgotten = head

    def _file(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._app.path)  # noqa: PTH116 - the numbers alone
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def _retire_all(self) -> None:
        """Take what is open out of use; each is closed when it is no longer used."""
        for each in (*self._past.values(), *self._open.values()):
            self._retire(each)
        self._past.clear()
        self._open.clear()
        self._forgotten = 0

    def _retire(self, opened: _Opened) -> None:
        opened.is_retired = True
        opened.close_if_idle()
