"""How much one delivery holds; the one place for the defaults.

An interruption between two calls must be shorter than an answer to a prompt, for which the user's
own setting is limit enough.
"""

from __future__ import annotations

ITEMS = 5
"""Lessons of one delivery, unless the user's settings say otherwise."""

TOKENS = 1_500
"""Tokens of one delivery, unless the user's settings say otherwise."""

MIN_CONFIDENCE = 0.7
"""Insights that are less sure are delivered only once they are approved, unless the user's settings
say otherwise. The curator keeps only surer ones, so that this holds back what was kept by another
setting."""

MOST_ITEMS = 20
"""The most items of one delivery, whatever is asked for."""

MOST_BYTES = 9_000
"""Claude Code cuts a hook's output at 10,000 characters."""

_ITEMS_AT = {
    "start": 5,
    "cleared": MOST_ITEMS,
    "prompt": MOST_ITEMS,
    "before": 2,
    "after": 2,
    "failed": 3,
}


class Limits:
    """The most items and tokens of one delivery, and how sure an insight in it must be.

    `holdout` says whether a lesson may be held back to measure its effect.
    """

    __slots__ = ("holdout", "items", "min_confidence", "tokens")

    def __init__(
        self, items: int, tokens: int, min_confidence: float = MIN_CONFIDENCE, *,
        holdout: bool = True,
    ) -> None:  # fmt: skip
        self.holdout = holdout
        self.items = items
        self.tokens = tokens
        self.min_confidence = min_confidence


def limits_at(
    step: str, items: int = ITEMS, tokens: int = TOKENS, min_confidence: float = MIN_CONFIDENCE, *,
    holdout: bool = True,
) -> Limits:  # fmt: skip
    """What a step allows of what is asked for.

    >>> limits_at("prompt").items, limits_at("before").items
    (5, 2)
    """
    return Limits(min(items, _ITEMS_AT[step]), tokens, min_confidence, holdout=holdout)
