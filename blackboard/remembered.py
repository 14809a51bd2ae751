"""Remembering what pure functions of texts gave, without keeping long texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_LONGEST = 2_000
"""Characters of all arguments together; the results for longer ones are not kept."""


def remembered(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep so many results of a function whose arguments are texts or None.

    >>> @remembered(100)
    ... def doubled(text: str) -> str:
    ...     return text * 2
    >>> doubled("ab"), doubled("ab")
    ('abab', 'abab')
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        kept = lru_cache(most)(function)

        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> R:
            if sum(len(each) for each in args if isinstance(each, str)) > _LONGEST:
                return function(*args, **kwargs)
            return kept(*args, **kwargs)  # type: ignore[arg-type]

        return asked

    return decorated
