"""The meter reserves budget before each call and books the actual cost after it."""

from __future__ import annotations

import threading

from blackboard.events.board import ModelCalled
from reflect.model.budget import NOTHING, Budget, Spent
from reflect.model.settings import ModelSettings
from reflect.model.thread import BudgetExhausted


class Meter:
    """One budget shared by several users and threads.

    Args:
        settings: the limits and the prices.
        spent_today: what other runs have spent this day.
    """

    def __init__(self, settings: ModelSettings, spent_today: Spent = NOTHING) -> None:
        self._budget = Budget(settings, day=spent_today)
        self._lock = threading.Lock()
        self._calls: list[ModelCalled] = []

    def reserve(self, estimate: Spent) -> None:
        """Reserve the estimated cost of a call.

        Raises:
            BudgetExhausted: the rest of the budget is smaller.
        """
        with self._lock:
            exceeded = self._budget.forbids(estimate)
            if exceeded is not None:
                raise BudgetExhausted(f"the model was not asked: {exceeded}")
            self._budget = self._budget.after(estimate)

    def book(self, estimate: Spent, spent: Spent, call: ModelCalled) -> None:
        """Record a call, with its actual cost in place of the estimate."""
        difference = Spent(
            spent.input_tokens - estimate.input_tokens, spent.output_tokens - estimate.output_tokens
        )
        with self._lock:
            self._budget = self._budget.after(difference)
            self._calls.append(call)

    def take_calls(self) -> list[ModelCalled]:
        """The calls booked since the last time, for the board."""
        with self._lock:
            calls, self._calls = self._calls, []
        return calls
