"""Enforce a deadline from outside: late work is abandoned, and its retries are stopped."""

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
    """The result of some work, or ModelTimeout if it takes longer.

    A server that sends a byte now and then never hits a socket timeout, so the deadline is enforced
    from outside; the abandoned thread ends with its connection or the process.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        _waited_for.until = time.monotonic() + seconds
        try:
            results.append(work())
        except BaseException as error:  # raised in the caller below
            errors.append(error)

    worker = threading.Thread(target=run, name=THREAD, daemon=True)
    worker.start()
    worker.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise ModelTimeout(f"no answer came within {seconds:g} seconds")
    return results[0]


def refuse_if_late(_request: object) -> None:
    """Stop a retry after the deadline, because no one waits for its answer.

    The answer would cost tokens that no budget accounts for.

    Raises:
        ModelTimeout: the deadline of the call in this thread has passed.
    """
    if time.monotonic() >= getattr(_waited_for, "until", math.inf):
        raise ModelTimeout("the time was over before the question could be sent again")
