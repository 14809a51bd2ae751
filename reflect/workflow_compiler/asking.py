"""Asking a model about several steps at once; what was answered is handed over as it comes."""

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
"""Questions at once, unless the settings say how many."""

_PATIENCE = 5
"""After so many failures of the server in a row nothing more is asked."""


class NotAsked(ModelError):
    """The model was not asked, for what came before showed that it is no use now."""


class Asked(NamedTuple, Generic[Key, Answer]):
    """One question, with its answer or why there is none."""

    key: Key
    answer: Answer | None
    failure: ModelError | None = None


class _Patience:
    """Ends when a limit is reached, the settings are wrong, or the server fails on and on."""

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
    """How many questions to ask at once."""
    return settings.concurrency if "concurrency" in settings.model_fields_set else WIDTH


def ask_all(
    keys: Iterable[Key], ask: Callable[[Key], Answer], at_once: int
) -> Generator[Asked[Key, Answer], None, None]:
    """Ask about all, in any order; one that fails does not stop the others.

    No more than `at_once` answers are ever on their way or not yet handed over, so that no more
    are lost with a process that is killed.

    Args:
        keys: what to ask about.
        ask: asks about one, in a thread of its own, or raises a ModelError.
        at_once: the most questions under way.
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
            for each in done:
                yield each.result()  # and when that was kept, the next is asked
                running |= {pool.submit(work, key) for key in islice(waiting, 1)}
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
