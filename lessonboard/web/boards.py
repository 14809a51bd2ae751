"""The board that the page reads, and what it was at moments of the past that are looked at."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, RLock
from typing import TYPE_CHECKING

from blackboard import Board, BoardError

if TYPE_CHECKING:
    from lessonboard.bootstrap import App

_MOST = 2
"""Moments that are kept folded: two are compared, and each takes as long as a replay."""


PATIENCE = 10.0
"""Seconds that a page waits for others who write, before it says that they do."""


class BoardGone(BoardError):
    """The board's file was deleted while it was open."""


class Boards:
    """Opens the board once for all threads, and again when another file is put in its place."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._lock = Lock()
        self._folding = RLock()  # two moments are compared
        self._board: Board | None = None
        self._identity: tuple[int, int] | None = None
        self._past: OrderedDict[int, Board] = OrderedDict()

    def present(self) -> Board:
        """The board as it is now.

        Raises:
            BoardGone: its file was deleted.
            CannotOpen: see `Board.open`.
        """
        with self._lock:
            identity = self._file()
            if self._board is not None and identity != self._identity:
                self._close_all()
                if identity is None:
                    self._identity = None
                    raise BoardGone(
                        f"{self._app.path} was deleted; `lessonboard import` makes a new one"
                    )
            if self._board is None:
                self._board = self._app.open(timeout=PATIENCE)
                self._identity = self._file()
            return self._board

    @contextmanager
    def past(self, moment: int) -> Iterator[Board]:
        """The board as it was at a position; folded anew unless it was looked at lately."""
        present = self.present()
        with self._folding:
            if moment not in self._past:
                self._past[moment] = present.as_of(moment)
                while len(self._past) > _MOST:
                    self._past.popitem(last=False)[1].close()
            self._past.move_to_end(moment)
            yield self._past[moment]

    def close(self) -> None:
        """Close all that is open."""
        with self._folding, self._lock:
            self._close_all()

    def _file(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._app.path)  # noqa: PTH116 - the numbers alone
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def _close_all(self) -> None:
        for each in (*self._past.values(), *filter(None, [self._board])):
            each.close()
        self._past.clear()
        self._board = None
