"""What a rule found at an anchor, and how far it had to look."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from blackboard.redaction.spans import Span


class Reading(NamedTuple):
    """The secrets at an anchor; `reach` is where the rule stopped to read.

    What is final needs no other try of the rule before there: it has found all that it can find.
    """

    spans: tuple[Span, ...]
    reach: int
    is_final: bool = False


Rule = Callable[[str, int, int], Reading]
"""Reads a text at an anchor, given where this begins and ends."""


def nothing(reach: int) -> Reading:
    """No secret, up to here."""
    return Reading((), reach)


def final(reach: int, *spans: Span) -> Reading:
    """All secrets that the rule can find up to here."""
    return Reading(spans, reach, True)


def one(start: int, end: int, kind: str) -> Reading:
    """A secret of a kind."""
    return Reading((Span(start, end, kind),), end)


def skip(_text: str, _start: int, end: int) -> Reading:
    """The rule of what is not looked at."""
    return nothing(end)
