"""What takes time is done in a few threads, so that the server can read on: a ping, a cancellation.

Each call ends with exactly one reply, also when it fails unexpectedly.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Queue
from typing import Any

from lessonboard.mcp.jsonrpc import INTERNAL_ERROR, Id, RpcError, answered, refused

Reply = Callable[[dict[str, Any] | None], None]
"""Takes the message that answers a request; None where the client no longer wants an answer."""

Progress = Callable[[float, float, str], None]
"""Takes how much of a call is done, of how much, and what that was."""

_AT_ONCE = 4
"""Threads for calls, which take turns at the board."""

_WAITING = 64
"""Calls that may wait for a thread. With more the server stops reading until one is done: so a
client that asks faster than it is answered waits too, and fills no memory."""


class Call:
    """One request that is being served."""

    def __init__(
        self,
        id: Id,
        work: Callable[[], dict[str, Any]],
        reply: Reply,
        progress: Progress = lambda _done, _total, _what: None,
    ) -> None:
        self.id = id
        self.work = work
        self.reply = reply
        self.progress = progress
        self.cancelled = False
        self.hurried = False
        self._at_end: list[Callable[[], None]] = []

    def at_end(self, stop: Callable[[], None]) -> None:
        """Register what stops the work when the call is cancelled, or when the server ends."""
        self._at_end.append(stop)
        if self.cancelled or self.hurried:
            stop()

    def hurry(self) -> None:
        """Stop what it has started or will start, so that its answer comes soon."""
        self.hurried = True
        for stop in self._at_end:
            stop()

    def cancel(self) -> None:
        """Take it back: what has not begun will not, and no answer is sent."""
        self.cancelled = True
        for stop in self._at_end:
            stop()

    def run(self) -> None:
        """Do the work unless its reply is no longer awaited, and reply."""
        _here.call = self
        answer = None if self.cancelled else self._answer()
        self.reply(None if self.cancelled else answer)

    def _answer(self) -> dict[str, Any]:
        try:
            return answered(self.id, self.work())
        except BaseException as error:  # a plug-in may even try to exit
            import logging

            logging.getLogger(__name__).exception("a request failed")
            kind = type(error).__name__
            return refused(self.id, RpcError(INTERNAL_ERROR, f"failed inside lessonboard ({kind})"))


_here = threading.local()


def current() -> Call | None:
    """Return the call that this thread serves, if it serves one."""
    return getattr(_here, "call", None)


class Calls:
    """The calls of one client, begun in the order in which they came."""

    def __init__(self) -> None:
        self._queue: Queue[Call] = Queue(_WAITING)
        self._known: dict[str, Call] = {}
        self._threads = 0

    def add(self, call: Call) -> None:
        """Have a call done as soon as a thread is free; waits while too many are."""
        self._known[str(call.id)] = call
        self._queue.put(call)
        if self._queue.unfinished_tasks > self._threads < _AT_ONCE:
            self._threads += 1
            threading.Thread(target=self._work, daemon=True).start()

    def cancel(self, id: Any) -> None:
        """Cancel a call.

        The id may be a number as text: that is how some clients cancel what they numbered.
        """
        call = self._known.get(str(id))
        if call is not None:
            call.cancel()

    def hurry(self) -> None:
        """Have all calls answered soon, because no further one will come."""
        for call in list(self._known.values()):
            call.hurry()

    def are_done(self, seconds: float) -> bool:
        """Return whether all calls are answered, now or within so many seconds."""
        with self._queue.all_tasks_done:
            return self._queue.all_tasks_done.wait_for(
                lambda: not self._queue.unfinished_tasks, seconds
            )

    def stop(self) -> None:
        """Cancel all calls, because their replies are no longer read."""
        for call in list(self._known.values()):
            call.cancel()

    def _work(self) -> None:
        while True:
            call = self._queue.get()
            call.run()
            if self._known.get(str(call.id)) is call:
                self._known.pop(str(call.id), None)
            self._queue.task_done()
