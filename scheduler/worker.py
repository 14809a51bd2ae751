"""The worker: claims what is most urgent, has it done, and says how it went.

It may be killed at any moment: what it held is claimed again when the lease runs out. Asked to
stop, it finishes what it does, or gives it back when the handler stops early. A handler that
hangs keeps its item for half a day; then another worker may have it.
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
from blackboard.errors import BoardError, InvalidEvent
from blackboard.redaction.redact import redact
from scheduler.dispatch import dispatch
from scheduler.handler import Handler, Hopeless, Stopped
from scheduler.work.item import Item, LeaseLost
from scheduler.work.queue import LEASE, Queue, system_clock

_IDLE = 30.0
"""Seconds after which a waiting worker looks again for leases that ran out."""

LONGEST = 12 * 3600.0
"""Seconds that a handler may take before its item is let go: more than any workflow needs."""

_LONGEST_REASON = 2000

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
        longest: seconds that a handler may take before its item is let go.
        clock: microseconds since 1970 UTC.
        report: is told of each item: what happened, the item, and a word about it.
    """

    def __init__(
        self,
        open_board: Callable[[], Board],
        handlers: Mapping[str, Handler],
        *,
        concurrency: int = 1,
        lease: float = LEASE,
        longest: float = LONGEST,
        clock: Callable[[], int] = system_clock,
        report: Report = lambda _what, _item, _said: None,
    ) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}"
        self.done = Done()
        self._open = open_board
        self._handlers = handlers
        self._concurrency = concurrency
        self._lease = lease
        self._longest = longest
        self._clock = clock
        self._report = report
        self._stop = threading.Event()
        self._counting = threading.Lock()

    def stop(self) -> None:
        """Ask the worker to stop; may be called from a signal handler."""
        self._stop.set()

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self._stop.is_set()

    def run(self, *, until_idle: bool = False, most: int | None = None) -> Done:
        """Work until told to stop, until there is nothing to do, or until so many are done.

        Args:
            until_idle: return when no item is ready, nor any in hand.
            most: return after so many items.
        """
        with self._open() as board, ThreadPoolExecutor(self._concurrency) as pool:
            try:
                self._run(board, pool, most, until_idle=until_idle)
            except BaseException:
                self.stop()  # the pool waits for what is still in hand
                raise
        return self.done

    def _run(
        self, board: Board, pool: ThreadPoolExecutor, most: int | None, *, until_idle: bool
    ) -> None:
        queue = self._queue(board)
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

    def _pause(
        self, board: Board, queue: Queue, running: set[Future[None]], head: int, *, idle: bool
    ) -> set[Future[None]]:
        """Wait until something is done or something new may be there; returns what still runs."""
        if len(running) >= self._concurrency:
            wait(running, timeout=1.0, return_when="FIRST_COMPLETED")
        elif idle:
            self._sleep(board, queue, running, head)
        done = {future for future in running if future.done()}
        _raise_first(done)
        return running - done

    def _sleep(self, board: Board, queue: Queue, running: set[Future[None]], head: int) -> None:
        """Sleep until the log grows, an item's time comes, or a lease may have run out.

        What ends without a word, an item that was lost or an error of the board, ends it too.
        """
        next_at = queue.next_at()
        until_next = _IDLE if next_at is None else max(0.0, (next_at - self._clock()) / 1e6)
        deadline = time.monotonic() + min(_IDLE, until_next)
        while not self._stop.is_set() and (left := deadline - time.monotonic()) > 0:
            if board.log.wait(head, min(left, 1.0)) > head or any(f.done() for f in running):
                return

    def _work(self, item: Item) -> None:
        """Do one item, and say how it went; what is said of an item that was lost is dropped."""
        with self._open() as board:
            queue = self._queue(board)
            with _Heartbeat(self._open, self._queue, item, self._lease / 3, self._longest):
                told = self._try(board, queue, item)
            try:
                self._tell(queue, item, told)
            except LeaseLost as error:
                self._count("lost", item, str(error))

    def _tell(self, queue: Queue, item: Item, told: Callable[[], None]) -> None:
        """Say how it went; an outcome that JSON cannot say is a failed attempt."""
        try:
            told()
        except InvalidEvent as error:
            reason = _reason(error)
            self._say("failed", item, lambda: queue.fail(item, reason), reason)()

    def _try(self, board: Board, queue: Queue, item: Item) -> Callable[[], None]:
        """Let the handler do the item; returns what is to be said of it."""
        try:
            outcome = self._handlers[item.kind].handle(board, item, self._stop.is_set)
            if not isinstance(outcome, dict):
                raise TypeError(f"the handler of {item.kind} returned {type(outcome).__name__}")
        except (Exception, SystemExit) as error:  # whatever a handler raises concerns its item only
            return self._failed(queue, item, error)
        return self._say("completed", item, lambda: queue.complete([(item, outcome)]))

    def _failed(self, queue: Queue, item: Item, error: BaseException) -> Callable[[], None]:
        """What is to be said of an item whose handler raised something."""
        reason = _reason(error)
        if isinstance(error, Stopped) and self._stop.is_set():
            why = reason if str(error) else "the worker stops"
            return self._say("released", item, lambda: queue.release([item], why), why)
        retry = not isinstance(error, Hopeless)
        return self._say("failed", item, lambda: queue.fail(item, reason, retry=retry), reason)

    def _say(
        self, what: str, item: Item, tell: Callable[[], Any], reason: str = ""
    ) -> Callable[[], None]:
        def told() -> None:
            tell()
            self._count(what, item, reason)

        return told

    def _count(self, what: str, item: Item, reason: str) -> None:
        """One item more; threads count at once."""
        with self._counting:
            setattr(self.done, what, getattr(self.done, what) + 1)
        self._report(what, item, reason)

    def _queue(self, board: Board) -> Queue:
        return Queue(board, self.name, clock=self._clock, lease=self._lease)


class _Heartbeat:
    """Keeps an item's lease while its handler works, from a thread of its own.

    Args:
        open_board: opens the board anew.
        queue: the worker's queue on a board.
        item: what is kept.
        every: seconds between two heartbeats.
        longest: seconds after which the item is kept no more.
    """

    def __init__(
        self,
        open_board: Callable[[], Board],
        queue: Callable[[Board], Queue],
        item: Item,
        every: float,
        longest: float,
    ) -> None:
        self._open = open_board
        self._queue = queue
        self._item = item
        self._every = every
        self._until = time.monotonic() + longest
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._ended.wait(self._every) and time.monotonic() < self._until:
            try:
                with self._open() as board:
                    self._queue(board).heartbeat([self._item])
            except LeaseLost:
                return  # the worker will hear of it when it says how it went
            except BoardError:
                continue  # perhaps the disk has room again by the next time


def _reason(error: BaseException) -> str:
    """What a handler's error says, as it may be kept: without secrets, and as long as it helps."""
    said = f"{type(error).__name__}: {error}"
    if isinstance(error, BoardError) and str(error):
        said = str(error)  # ours are whole sentences
    plain: str = redact(said.encode(errors="replace").decode()).value
    return plain[:_LONGEST_REASON]


def _raise_first(done: set[Future[None]]) -> None:
    """Let an error of the board itself end the worker; those of handlers were told as failures."""
    for future in done:
        future.result()
