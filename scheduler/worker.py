"""The worker: claims what is most urgent, has it done, and says how it went.

It may be killed at any moment: what it held is claimed again when the lease runs out. Asked to
stop, it finishes what it does, or gives it back when the handler stops early.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from blackboard import Board
from scheduler.dispatch import dispatch
from scheduler.handler import Handler, Hopeless, Stopped
from scheduler.work.item import Item, LeaseLost
from scheduler.work.queue import LEASE, Queue

_IDLE = 30.0
"""Seconds after which a waiting worker looks again for leases that ran out."""

Report = Callable[[str, Item, str], None]


@dataclass
class Done:
    """What a worker did: how many items in each way."""

    completed: int = 0
    failed: int = 0
    released: int = 0
    lost: int = 0


class Worker:
    """Works on the items of a board.

    Args:
        open_board: opens the board anew, once for each thread.
        handlers: who does which kind; other kinds are left to others.
        concurrency: items at once.
        lease: seconds that a claim lasts without a heartbeat.
        report: is told of each item: what happened, the item, and a word about it.
    """

    def __init__(
        self,
        open_board: Callable[[], Board],
        handlers: Mapping[str, Handler],
        *,
        concurrency: int = 1,
        lease: float = LEASE,
        report: Report = lambda _what, _item, _said: None,
    ) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}"
        self.done = Done()
        self._open = open_board
        self._handlers = handlers
        self._concurrency = concurrency
        self._lease = lease
        self._report = report
        self._stop = threading.Event()

    def stop(self) -> None:
        """Ask the worker to stop; may be called from a signal handler."""
        self._stop.set()

    def run(self, *, until_idle: bool = False, most: int | None = None) -> Done:
        """Work until told to stop, until there is nothing to do, or until so many are done.

        Args:
            until_idle: return when no item is ready, nor any in hand.
            most: return after so many items.
        """
        with self._open() as board, ThreadPoolExecutor(self._concurrency) as pool:
            queue = Queue(board, self.name, lease=self._lease)
            running: set[Future[None]] = set()
            taken = 0
            while not self._stop.is_set() and (most is None or taken < most):
                head = board.log.head()
                dispatch(board, queue)
                room = self._concurrency - len(running)
                limit = room if most is None else min(room, most - taken)
                items = queue.claim(self._handlers.keys(), limit) if limit else []
                running |= {pool.submit(self._work, item) for item in items}
                taken += len(items)
                if not items and not running and until_idle:
                    break
                running = self._pause(board, queue, running, head, idle=not items)
            wait(running)
            _raise_first(running)
        return self.done

    def _pause(
        self, board: Board, queue: Queue, running: set[Future[None]], head: int, *, idle: bool
    ) -> set[Future[None]]:
        """Wait until something is done or something new may be there; returns what still runs."""
        if len(running) >= self._concurrency:
            wait(running, timeout=1.0, return_when="FIRST_COMPLETED")
        elif idle:
            self._sleep(board, queue, head)
        done = {future for future in running if future.done()}
        _raise_first(done)
        return running - done

    def _sleep(self, board: Board, queue: Queue, head: int) -> None:
        """Sleep until the log grows, an item's time comes, or a lease may have run out."""
        next_at = queue.next_at()
        until_next = _IDLE if next_at is None else max(0.0, next_at / 1e6 - time.time())
        deadline = time.monotonic() + min(_IDLE, until_next)
        while not self._stop.is_set() and (left := deadline - time.monotonic()) > 0:
            if board.log.wait(head, min(left, 1.0)) > head:
                return

    def _work(self, item: Item) -> None:
        """Do one item, and say how it went; what is said of an item that was lost is dropped."""
        with self._open() as board:
            queue = Queue(board, self.name, lease=self._lease)
            with _Heartbeat(self._open, item, self._lease):
                told = self._try(board, queue, item)
            try:
                told()
            except LeaseLost as error:
                self.done.lost += 1
                self._report("lost", item, str(error))

    def _try(self, board: Board, queue: Queue, item: Item) -> Callable[[], None]:
        """Let the handler do the item; returns what is to be said of it."""
        try:
            outcome = self._handlers[item.kind].handle(board, item, self._stop.is_set)
            if not isinstance(outcome, dict):
                raise TypeError(f"the handler of {item.kind} returned {type(outcome).__name__}")
        except Stopped as stopped:
            why = str(stopped) or "the worker stops"
            return self._say("released", item, lambda: queue.release([item], why))
        except Hopeless as hopeless:
            reason = str(hopeless)
            return self._say("failed", item, lambda: queue.fail(item, reason, retry=False), reason)
        except Exception as error:  # whatever a handler raises is a failed attempt
            reason = f"{type(error).__name__}: {error}"[:2000]
            return self._say("failed", item, lambda: queue.fail(item, reason), reason)
        return self._say("completed", item, lambda: queue.complete([(item, outcome)]))

    def _say(
        self, what: str, item: Item, tell: Callable[[], Any], reason: str = ""
    ) -> Callable[[], None]:
        def told() -> None:
            tell()
            setattr(self.done, what, getattr(self.done, what) + 1)
            self._report(what, item, reason)

        return told


class _Heartbeat:
    """Keeps an item's lease while its handler works, from a thread of its own."""

    def __init__(self, open_board: Callable[[], Board], item: Item, lease: float) -> None:
        self._open = open_board
        self._item = item
        self._every = lease / 3
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)
        self._lease = lease

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._ended.wait(self._every):
            with self._open() as board:
                try:
                    Queue(board, self._item.worker, lease=self._lease).heartbeat([self._item])
                except LeaseLost:
                    return  # the worker will hear of it when it says how it went


def _raise_first(done: set[Future[None]]) -> None:
    """Let an error of the board itself end the worker; those of handlers were told as failures."""
    for future in done:
        future.result()
