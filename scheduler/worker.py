"""The worker: claims the most urgent items, runs their handlers, and records the results.

It may be killed at any moment: its items are claimed again when their leases expire. Asked to stop,
it finishes its items, or returns those whose handler stops early. A handler that hangs keeps its
item for half a day; after that another worker may claim it.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from blackboard import Board
from blackboard.errors import BoardError, InvalidEvent
from blackboard.redaction.redact import redact
from scheduler.dispatch import dispatch
from scheduler.handler import Handler, Hopeless, Later, Stopped
from scheduler.work.item import Item, LeaseLost
from scheduler.work.queue import LEASE, Queue

_IDLE = 30.0
"""Seconds after which an idle worker checks again for expired leases."""

LONGEST = 12 * 3600.0
"""Seconds that a handler may take before its lease is no longer renewed."""

_LONGEST_REASON = 2000

Report = Callable[[str, Item, str], None]


@dataclass
class Done:
    """The number of items by result."""

    completed: int = 0
    failed: int = 0
    released: int = 0
    lost: int = 0


class Worker:
    """Works on the items of a board.

    Args:
        open_board: opens a connection to the board, one per thread.
        handlers: the handler for each kind; other kinds are not claimed.
        concurrency: the number of items handled in parallel.
        lease: seconds that a claim lasts without a heartbeat.
        longest: seconds after which an item's lease is no longer renewed.
        clock: microseconds since 1970 UTC; that of the log where none is given.
        report: called for each item with the result, the item and a reason.
        tags: what this machine has that work may need.
    """

    def __init__(
        self,
        open_board: Callable[[], Board],
        handlers: Mapping[str, Handler],
        *,
        concurrency: int = 1,
        lease: float = LEASE,
        longest: float = LONGEST,
        clock: Callable[[], int] | None = None,
        report: Report = lambda _what, _item, _said: None,
        tags: Collection[str] = (),
    ) -> None:
        self._tags = tags
        self.name = f"{socket.gethostname()}:{os.getpid()}"
        self.done = Done()
        self._open = open_board
        self._handlers = handlers
        self._newest_first = {
            kind for kind, each in handlers.items() if getattr(each, "newest_first", False)
        }
        self._concurrency = concurrency
        self._lease = lease
        self._longest = longest
        self._clock = clock
        self._report = report
        self._stop = threading.Event()
        self._counting = threading.Lock()

    def stop(self) -> None:
        """Ask the worker to stop; safe to call from a signal handler."""
        self._stop.set()

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self._stop.is_set()

    def run(self, *, until_idle: bool = False, most: int | None = None) -> Done:
        """Work until asked to stop, until idle, or until `most` items were taken.

        Args:
            until_idle: return when no item is ready or running.
            most: return after so many items.
        """
        with self._open() as board, ThreadPoolExecutor(self._concurrency) as pool:
            try:
                self._run(board, pool, most, until_idle=until_idle)
            except BaseException:
                self.stop()  # the pool waits for running items
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
        """Wait until an item is done or new ones may be ready, and return those still running."""
        if len(running) >= self._concurrency:
            wait(running, timeout=1.0, return_when="FIRST_COMPLETED")
        elif idle:
            self._sleep(board, queue, running, head)
        done = {future for future in running if future.done()}
        _raise_first(done)
        return running - done

    def _sleep(self, board: Board, queue: Queue, running: set[Future[None]], head: int) -> None:
        """Sleep until the log grows, an item becomes ready, or a lease may have expired.

        A lost item or an error of the board appends nothing, so finished futures wake it as well.
        """
        next_at = queue.next_at()
        until_next = _IDLE if next_at is None else max(0.0, (next_at - queue.now()) / 1e6)
        deadline = time.monotonic() + min(_IDLE, until_next)
        while not self._stop.is_set() and (left := deadline - time.monotonic()) > 0:
            if board.log.wait(head, min(left, 1.0)) > head or any(f.done() for f in running):
                return

    def _work(self, item: Item) -> None:
        """Handle one item and record the result, unless the lease was lost."""
        with self._open() as board:
            queue = self._queue(board)
            with _Heartbeat(self._open, self._queue, item, self._lease / 3, self._longest):
                record = self._try(board, queue, item)
            try:
                self._record(queue, item, record)
            except LeaseLost as error:
                self._count("lost", item, str(error))

    def _record(self, queue: Queue, item: Item, record: Callable[[], None]) -> None:
        """Record a result; an outcome that is not valid JSON counts as a failed attempt."""
        try:
            record()
        except InvalidEvent as error:
            reason = _reason(error)
            self._recording("failed", item, lambda: queue.fail(item, reason), reason)()

    def _try(self, board: Board, queue: Queue, item: Item) -> Callable[[], None]:
        """Run the handler, and return the function that records its result."""
        try:
            outcome = self._handlers[item.kind].handle(board, item, self._stop.is_set)
            if not isinstance(outcome, dict):
                raise TypeError(f"the handler of {item.kind} returned {type(outcome).__name__}")
        except (Exception, SystemExit) as error:  # a handler's error must not end the worker
            return self._failed(queue, item, error)
        return self._recording("completed", item, lambda: queue.complete([(item, outcome)]))

    def _failed(self, queue: Queue, item: Item, error: BaseException) -> Callable[[], None]:
        """The function that records a handler's error."""
        reason = _reason(error)
        if isinstance(error, Stopped) and self._stop.is_set():
            why = reason if str(error) else "the worker stops"
            return self._recording("released", item, lambda: queue.release([item], why), why)
        if isinstance(error, Later):
            until = error.until
            return self._recording(
                "released", item, lambda: queue.postpone(item, until, reason), reason
            )
        retry = not isinstance(error, Hopeless)
        return self._recording(
            "failed", item, lambda: queue.fail(item, reason, retry=retry), reason
        )

    def _recording(
        self, what: str, item: Item, append: Callable[[], Any], reason: str = ""
    ) -> Callable[[], None]:
        def record() -> None:
            append()
            self._count(what, item, reason)

        return record

    def _count(self, what: str, item: Item, reason: str) -> None:
        """Count a result and report it; called from several threads."""
        with self._counting:
            setattr(self.done, what, getattr(self.done, what) + 1)
        self._report(what, item, reason)

    def _queue(self, board: Board) -> Queue:
        return Queue(
            board,
            self.name,
            clock=self._clock,
            lease=self._lease,
            tags=self._tags,
            newest_first=self._newest_first,
        )


class _Heartbeat:
    """Renews an item's lease from a separate thread while its handler works.

    Args:
        open_board: opens a connection to the board.
        queue: the worker's queue for a board.
        item: the leased item.
        every: seconds between two heartbeats.
        longest: seconds after which the lease is no longer renewed.
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
                return  # the worker notices when it records the result
            except BoardError:
                continue  # temporary, such as a full disk: try again at the next beat


def _reason(error: BaseException) -> str:
    """A handler's error as a stored reason: redacted and shortened."""
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, BoardError) and str(error):
        message = str(error)  # our own messages need no class name
    plain: str = redact(message.encode(errors="replace").decode()).value
    return plain[:_LONGEST_REASON]


def _raise_first(done: set[Future[None]]) -> None:
    """Raise the board's own errors; those of handlers are recorded as failures."""
    for future in done:
        future.result()
