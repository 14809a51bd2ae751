"""Ask a model about several steps in parallel, and yield each answer as it arrives."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from reflect.model.settings import ModelSettings
from reflect.model.thread import (
    BudgetExhausted,
    ModelError,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
    ModelUnusable,
)

Key = TypeVar("Key")
Answer = TypeVar("Answer")

WIDTH = 5
"""The default number of parallel questions."""

_PATIENCE = 5
"""After so many server failures in a row, asking stops."""


MOST_UNUSABLE = 3
"""After so many questions in a row without a usable answer, a model is given up."""


class NotAsked(ModelError):
    """The model was not asked, because earlier failures made it pointless."""


class NotWorthAsking(ModelUnusable):
    """The model was not asked, because it gave no usable answer to the questions before."""


class Asked(NamedTuple, Generic[Key, Answer]):
    """One question with its answer, or its failure."""

    key: Key
    answer: Answer | None
    failure: ModelError | None = None


class _Patience:
    """Stops asking at a budget limit, a settings error, or repeated failures of server or model.

    `is_doubtful` says that the model has not shown yet, or not lately, that it can answer.
    """

    def __init__(self, *, is_proven: bool) -> None:
        self._lock = threading.Lock()
        self._failures = 0
        self._unusable = 0
        self.is_doubtful = not is_proven
        self.ended_by: ModelError | None = None

    def succeeded(self) -> None:
        with self._lock:
            self._failures = self._unusable = 0
            self.is_doubtful = False

    def failed(self, error: ModelError) -> None:
        with self._lock:
            if isinstance(error, (ModelTimeout, ModelUnavailable)):
                self._failures += 1
            if isinstance(error, ModelUnusable):
                self._unusable += 1
                self.is_doubtful = True
            is_final = isinstance(error, (BudgetExhausted, ModelRejected))
            if is_final or self._failures >= _PATIENCE or self._unusable >= MOST_UNUSABLE:
                self.ended_by = self.ended_by or error

    def pointless(self) -> ModelError | None:
        """Why there is no point in asking on, if there is none."""
        if self.ended_by is None:
            return None
        kind = NotWorthAsking if isinstance(self.ended_by, ModelUnusable) else NotAsked
        return kind(f"it was no longer asked: {self.ended_by}")


def width(settings: ModelSettings) -> int:
    """The number of parallel questions."""
    return settings.concurrency if "concurrency" in settings.model_fields_set else WIDTH


def ask_all(
    keys: Iterable[Key], ask: Callable[[Key], Answer], at_once: int, *, is_proven: bool = True
) -> Generator[Asked[Key, Answer], None, None]:
    """Ask about all keys, in any order; a failure does not stop the others.

    At most `at_once` answers are pending or not yet consumed, so a killed process loses at most
    those. A model whose answers are not usable is asked one question at a time.

    Args:
        keys: what to ask about.
        ask: asks about one key, in a worker thread, or raises a ModelError.
        at_once: the number of parallel questions.
        is_proven: whether the model is known to give usable answers.
    """
    patience = _Patience(is_proven=is_proven)

    def work(key: Key) -> Asked[Key, Answer]:
        if (pointless := patience.pointless()) is not None:
            return Asked(key, None, pointless)
        try:
            answer = ask(key)
        except ModelError as error:
            patience.failed(error)
            return Asked(key, None, error)
        patience.succeeded()
        return Asked(key, answer)

    pool = ThreadPoolExecutor(at_once)
    waiting = iter(keys)

    def more(running: int) -> set[Future[Asked[Key, Answer]]]:
        most = 1 if patience.is_doubtful else at_once
        return {pool.submit(work, key) for key in islice(waiting, max(0, most - running))}

    running = more(0)
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for number, future in enumerate(done, 1):
                yield future.result()  # the consumer stores it before the next question
                running |= more(len(running) + len(done) - number)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
