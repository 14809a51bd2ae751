"""The budget for models: tokens and money, per run and per day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from reflect.model.settings import ModelSettings

_MILLION = 1_000_000


class Spent(NamedTuple):
    """Input and output tokens."""

    input_tokens: int = 0
    output_tokens: int = 0

    def plus(self, other: Spent) -> Spent:
        """The sum of both."""
        return Spent(
            self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens
        )

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.input_tokens + self.output_tokens


NOTHING = Spent()


@dataclass(frozen=True)
class Budget:
    """The limits, and what was spent so far in this run and this day."""

    settings: ModelSettings
    run: Spent = NOTHING
    day: Spent = NOTHING

    def after(self, spent: Spent) -> Budget:
        """The budget after further spending."""
        return Budget(self.settings, self.run.plus(spent), self.day.plus(spent))

    def forbids(self, next_: Spent) -> str | None:
        """The limit that the next question would exceed, in words; None if there is room."""
        settings = self.settings
        for span, spent, tokens, cost in (
            ("run", self.run, settings.tokens_per_run, settings.cost_per_run),
            ("day", self.day, settings.tokens_per_day, settings.cost_per_day),
        ):
            would = spent.plus(next_)
            if would.tokens > tokens:
                return (
                    f"{spent.tokens} of the {tokens} tokens for a {span} are spent "
                    f"([model] tokens_per_{span}) and the next question may take {next_.tokens}"
                )
            if cost is not None and self.cost(would) > cost:
                return (
                    f"{self.cost(spent):.4f} of the {cost:g} for a {span} are spent "
                    f"([model] cost_per_{span}) and the next question may cost "
                    f"{self.cost(next_):.4f}"
                )
        return None

    def cost(self, spent: Spent) -> float:
        """The price of tokens."""
        settings = self.settings
        return (
            spent.input_tokens * settings.price_input + spent.output_tokens * settings.price_output
        ) / _MILLION
