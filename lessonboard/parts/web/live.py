"""News for open pages: one thread waits at the log while a page is open, and none otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from threading import Lock, RLock, Thread
from typing import TYPE_CHECKING

from blackboard import BoardError

if TYPE_CHECKING:
    from blackboard import Board

WAIT = 5.0
"""Seconds after which the waiting thread looks whether anybody still looks."""


@dataclass(eq=False)
class _Listener:
    """A listening page; `is_over` once there is nothing more to wait for."""

    loop: asyncio.AbstractEventLoop
    news: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False


class Live:
    """Notifies listeners when the log has grown, whichever process wrote.

    Args:
        board: gives the board; it may be another one after its file was replaced.
    """

    def __init__(self, board: Callable[[], AbstractContextManager[Board]]) -> None:
        self._board = board
        self._listeners: set[_Listener] = set()
        self._lock = RLock()  # `end` may come as a signal while it is held
        self._starting = Lock()
        self._head = 0
        self._watching = False
        self._ended = False

    @property
    def listeners(self) -> int:
        """How many look."""
        return len(self._listeners)

    async def heads(self) -> AsyncIterator[int]:
        """The positions of the newest event, as they grow, until the listener goes."""
        listener = _Listener(asyncio.get_running_loop())
        with self._lock:
            self._listeners.add(listener)
            listener.is_over = self._ended
        try:
            await asyncio.to_thread(self._start)  # opening the board may take a while
            told = self._head
            yield told
            while not listener.is_over:
                await listener.news.wait()
                listener.news.clear()
                if self._head != told:
                    told = self._head
                    yield told
        finally:
            with self._lock:
                self._listeners.discard(listener)

    def end(self) -> None:
        """Release all listeners, and later ones immediately."""
        self._ended = True
        self._let_go()

    def _let_go(self) -> None:
        """Let all listeners go; their pages ask again."""
        with self._lock:
            for each in self._listeners:
                each.is_over = True
        self._wake()

    def _start(self) -> None:
        """Start the watching thread; only callers that come meanwhile wait for it."""
        with self._starting:
            with self._lock:
                if self._watching:
                    return
            with self._board() as board:
                self._head = board.log.head()
            if self._is_wanted():
                Thread(target=self._watch, name="lessonboard-live", daemon=True).start()

    def _watch(self) -> None:
        while self._is_wanted():
            try:
                with self._board() as board:
                    head = board.log.wait(self._head, WAIT)
            except BoardError:  # the pages themselves say what is wrong
                self._let_go()
                continue
            if head != self._head:
                self._head = head
                self._wake()

    def _is_wanted(self) -> bool:
        """Whether anybody still looks; if not, the thread is over."""
        with self._lock:
            self._watching = any(not each.is_over for each in self._listeners)
            return self._watching

    def _wake(self) -> None:
        with self._lock:
            for each in self._listeners:
                with suppress(RuntimeError):  # its loop is closed: it no longer listens
                    each.loop.call_soon_threadsafe(each.news.set)
