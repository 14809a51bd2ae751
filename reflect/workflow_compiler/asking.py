"""Ask a model about several steps in parallel, and yield each answer as it arrives."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from reflect.model.settings import ModelSettings
from reflect.model.thread import (
    BudgetExhausted,
    ModelError,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
)

Key = TypeVar("Key")
Answer = TypeVar("Answer")

WIDTH = 5
"""The default number of parallel questions."""

_PATIENCE = 5
"""After so many server failures in a row, asking stops."""


class NotAsked(ModelError):
    """The model was not asked, because earlier failures made it pointless."""


class Asked(NamedTuple, Generic[Key, Answer]):
    """One question with its answer, or its failure."""

    key: Key
    answer: Answer | None
    failure: ModelError | None = None


class _Patience:
    """Stops asking at a budget limit, a settings error, or repeated server failures."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures = 0
        self.ended_by: ModelError | None = None

    def succeeded(self) -> None:
        with self._lock:
            self._failures = 0

    def failed(self, error: ModelError) -> None:
        with self._lock:
            if isinstance(error, (ModelTimeout, ModelUnavailable)):
                self._failures += 1
            is_final = isinstance(error, (BudgetExhausted, ModelRejected))
            if is_final or self._failures >= _PATIENCE:
                self.ended_by = self.ended_by or error


def width(settings: ModelSettings) -> int:
    """The number of parallel questions."""
    return settings.concurrency if "concurrency" in settings.model_fields_set else WIDTH


def ask_all(
    keys: Iterable[Key], ask: Callable[[Key], Answer], at_once: int
) -> Generator[Asked[Key, Answer], None, None]:
    """Ask about all keys, in any order; a failure does not stop the others.

    At most `at_once` answers are pending or not yet consumed, so a killed process loses no more
    than that.

    Args:
        keys: what to ask about.
        ask: asks about one key, in a worker thread, or raises a ModelError.
        at_once: the number of parallel questions.
    """
    patience = _Patience()

    def work(key: Key) -> Asked[Key, Answer]:
        if patience.ended_by is not None:
            return Asked(key, None, NotAsked(f"it was not asked any more: {patience.ended_by}"))
        try:
            answer = ask(key)
        except ModelError as error:
            patience.failed(error)
            return Asked(key, None, error)
        patience.succeeded()
        return Asked(key, answer)

    pool = ThreadPoolExecutor(at_once)
    waiting = iter(keys)
    running = {pool.submit(work, key) for key in islice(waiting, at_once)}
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()  # the consumer stores it before the next question
                running |= {pool.submit(work, key) for key in islice(waiting, 1)}
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
