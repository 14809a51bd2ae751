"""Messages that repeat each other verbatim: pasted twice, and said once at most; pure.

No one types two sentences alike by hand on two days; a passage that is pasted again is what it was.
One rule that a person repeats in the same words is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from blackboard.search.words import words
from reflect.markdown.sentences import sentences

MOST_ALIKE = 1
"""Sentences that two messages may have in common."""

FEWEST_WORDS = 3
"""Fewer are said every day ("Go on.", "No, stop.")."""


def distinct(sessions: Iterable[str], evidence: Iterable[Mapping[str, Any]]) -> set[str]:
    """The sessions without those in which a message only repeats that of another one.

    Args:
        sessions: those that show a rule.
        evidence: what proves it: of each `session` its message first, with its text as `quote`.
            Where some repeat each other, sessions without a message here do not count.

    >>> said = "Use uv in here. Never use pip in here."
    >>> distinct("ab", [{"session": "a", "quote": said}, {"session": "b", "quote": said}])
    {'a'}
    """
    wanted, said = set(sessions), _said(evidence)
    kept: dict[str, set[str]] = {}
    for session in sorted(wanted & said.keys()):
        if not any(_repeats(said[session], other) for other in kept.values()):
            kept[session] = said[session]
    return wanted if len(kept) == len(wanted & said.keys()) else set(kept)


def _said(evidence: Iterable[Mapping[str, Any]]) -> dict[str, set[str]]:
    """The sentences of each session's first message, folded; what comes after it are calls."""
    said: dict[str, set[str]] = {}
    for each in evidence:
        if each.get("session") and each.get("quote"):
            folded = (words(one) for _, one in sentences(each["quote"], by_line=True))
            long = {" ".join(one) for one in folded if len(one) >= FEWEST_WORDS}
            said.setdefault(each["session"], long)
    return said


def _repeats(said: set[str], other: set[str]) -> bool:
    return len(said & other) > MOST_ALIKE
