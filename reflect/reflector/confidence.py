"""How sure a statement says that it is: in numbers, per cent or words."""

from __future__ import annotations

import re

UNSURE = 0.5
"""The confidence of a statement that gives none, or one that cannot be."""

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
"""Where a text says how sure it is; without brackets only after a colon."""


def confidence_in(text: str) -> float | None:
    """The confidence that a text gives, from 0 to 1; None where it gives none.

    >>> confidence_in("(confidence: 80%)"), confidence_in("Confidence: high"), confidence_in("8")
    (0.8, 0.85, None)
    """
    found = CONFIDENCE.search(text)
    if found is None:
        return None
    given = next(name for name in "abc" if found[name] or found[f"word_{name}"])
    if found[f"word_{given}"]:
        return _WORDS[" ".join(found[f"word_{given}"].lower().split())]
    value = float(found[given].replace(",", "."))
    of = int(found[f"of_{given}"] or 1)
    return _share(value, found[f"percent_{given}"] is not None, of)


def _share(value: float, is_percent: bool, of: int) -> float:
    """A number as a share; what is neither a share nor per cent says nothing."""
    if is_percent or (of == 1 and value > _LEAST_PERCENT):
        of = 100
    share = value / of if of else -1.0
    return share if 0.0 <= share <= 1.0 else UNSURE
