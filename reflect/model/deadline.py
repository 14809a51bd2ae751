"""Keeping the time from outside: what takes longer is given up, and not tried again unseen."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from reflect.model.thread import ModelTimeout

Result = TypeVar("Result")

THREAD = "model-call"
_waited_for = threading.local()


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """The result of some work, or ModelTimeout when it takes longer.

    A server that sends a byte now and then never runs into a socket's timeout, so the time is
    kept from outside; the thread that still waits dies with the connection or the process.
    """
    done: list[Result] = []
    failed: list[BaseException] = []

    def run() -> None:
        _waited_for.until = time.monotonic() + seconds
        try:
            done.append(work())
        except BaseException as error:  # handed to the caller below
            failed.append(error)

    worker = threading.Thread(target=run, name=THREAD, daemon=True)
    worker.start()
    worker.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise ModelTimeout(f"no answer came within {seconds:g} seconds")
    return done[0]


def refuse_if_late(_request: object) -> None:
    """Stop a request that nobody waits for any more: a retry after the time is over.

    Its answer would cost tokens that no budget and no account knows of.

    Raises:
        ModelTimeout: the time of the call in this thread is over.
    """
    if time.monotonic() >= getattr(_waited_for, "until", math.inf):
        raise ModelTimeout("the time was over before the question could be sent again")
