"""Parse the confidence that a text states: as a number, a percentage or a word."""

from __future__ import annotations

import re

UNSURE = 0.5
"""The confidence of a statement without a valid one."""

_WORDS = {
    "very high": 0.95,
    "high": 0.85,
    "medium": 0.65,
    "moderate": 0.65,
    "low": 0.4,
    "very low": 0.2,
}
_LEAST_PERCENT = 10
_VALUE = (
    r"(?:(?P<{0}>-?\d{{0,6}}[.,]?\d{{1,6}})(?:\s*(?P<percent_{0}>%)|\s*/\s*(?P<of_{0}>\d{{1,4}}))?"
    r"|(?P<word_{0}>very\ high|high|medium|moderate|low|very\ low)\b)"
)
_NAME = r"\bconfidence(?:\s+(?:level|score))?"
CONFIDENCE = re.compile(
    rf"""(?ix)
    [(\[] \s* [*_]* {_NAME} [*_]* \s* (?:[:=\u2013-]|is|of)? [*_]* \s* {_VALUE.format("a")}
      [^()\[\]]{{0,40}} [)\]]
    | [(\[] \s* {_VALUE.format("b")} \s+ confidence \s* [)\]]
    | [*_]* {_NAME} [*_]* \s* [:=] [*_]* \s* {_VALUE.format("c")} (?:\s+confidence\b)?
    """
)
"""A stated confidence; without brackets only after a colon."""


def confidence_in(text: str) -> float | None:
    """The stated confidence from 0 to 1, or None.

    >>> confidence_in("(confidence: 80%)"), confidence_in("Confidence: high"), confidence_in("8")
    (0.8, 0.85, None)
    """
    match = CONFIDENCE.search(text)
    if match is None:
        return None
    group = next(name for name in "abc" if match[name] or match[f"word_{name}"])
    if match[f"word_{group}"]:
        return _WORDS[" ".join(match[f"word_{group}"].lower().split())]
    value = float(match[group].replace(",", "."))
    of = int(match[f"of_{group}"] or 1)
    return _share(value, match[f"percent_{group}"] is not None, of)


def _share(value: float, is_percent: bool, of: int) -> float:
    """A number as a share; anything out of range is unknown."""
    if is_percent or (of == 1 and value > _LEAST_PERCENT):
        of = 100
    share = value / of if of else -1.0
    return share if 0.0 <= share <= 1.0 else UNSURE
