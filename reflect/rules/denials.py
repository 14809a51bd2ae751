"""How often a rule denies something: a blunt count, for where a wrong "same" would do harm."""

from __future__ import annotations

import re

_DENIALS = re.compile(
    r"(?i)\b(?:not|never|no|none|nor|neither|without|avoid|stop|instead|rather|except|unless|cannot"
    r"|forbid\w*|prohibit\w*|disable[sd]?|skip\w*|only|refrain|drop|abandon|quit|cease)\b|n['\u2019]t\b"
    r"|\bprefer(?:red|ring|s)?\b[^.;]*?\bover\b"
)


def denials(rule: str) -> int:
    """The number of words in a rule that deny, forbid or restrict.

    >>> denials("Never push to main"), denials("Push to main"), denials("Don't use pip, use uv")
    (1, 0, 1)
    >>> denials("Prefer `uv` over `pip`"), denials("Use `uv` instead of `pip`")
    (1, 1)
    """
    return len(_DENIALS.findall(rule))
