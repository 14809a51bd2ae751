"""The meter: what models may still take, reserved before each call and booked after it."""

from __future__ import annotations

import threading

from blackboard.events.board import ModelCalled
from reflect.model.budget import NOTHING, Budget, Spent
from reflect.model.settings import ModelSettings
from reflect.model.thread import BudgetExhausted


class Meter:
    """One budget for all that share it, from any thread.

    Args:
        settings: the limits and the prices.
        spent_today: what other runs have spent this day.
    """

    def __init__(self, settings: ModelSettings, spent_today: Spent = NOTHING) -> None:
        self._budget = Budget(settings, day=spent_today)
        self._lock = threading.Lock()
        self._calls: list[ModelCalled] = []

    def reserve(self, estimate: Spent) -> None:
        """Set aside what a call may take.

        Raises:
            BudgetExhausted: there is not so much left.
        """
        with self._lock:
            broken = self._budget.forbids(estimate)
            if broken is not None:
                raise BudgetExhausted(f"the model was not asked: {broken}")
            self._budget = self._budget.after(estimate)

    def book(self, estimate: Spent, spent: Spent, call: ModelCalled) -> None:
        """Put a call on the account, with what it really took in place of the estimate."""
        difference = Spent(
            spent.input_tokens - estimate.input_tokens, spent.output_tokens - estimate.output_tokens
        )
        with self._lock:
            self._budget = self._budget.after(difference)
            self._calls.append(call)

    def take_calls(self) -> list[ModelCalled]:
        """The calls booked since this was last asked, for the board."""
        with self._lock:
            calls, self._calls = self._calls, []
        return calls
