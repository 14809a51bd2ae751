"""How bad a pattern is, by its type and count."""

from __future__ import annotations

from typing import Literal

PatternSeverity = Literal["low", "medium", "high", "critical"]

_MANY_ERRORS = 5
_MANY_REPEATS = 10
_MANY = 5


def severity(pattern: str, count: int) -> PatternSeverity:
    """The severity of a pattern type seen so many times; the first rule that fits decides.

    >>> severity("user_frustration", 1), severity("error_patterns", 5)
    ('critical', 'high')
    """
    if pattern == "user_frustration":
        return "critical"
    if pattern == "error_patterns" and count >= _MANY_ERRORS:
        return "high"
    if pattern == "repeated_tool_use" and count >= _MANY_REPEATS:
        return "high"
    if pattern == "long_session" or count >= _MANY:
        return "medium"
    return "low"
