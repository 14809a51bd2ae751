"""JSON as every reader of JSON takes it; slower than SQLite, which lets more through.

SQLite passes on numbers beyond all bounds and halves of surrogate pairs, escaped, which an
event that can be read again must not hold; and an escape may hide a secret.
"""

from __future__ import annotations

import json
from math import isfinite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def plain(text: str, *, redacted: bool = False) -> str | None:
    """Return a JSON text in its plainest form; None where it says what events cannot hold.

    With `redacted`, without its secrets and invisible characters.
    """
    try:
        value = json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_finite)
        if redacted:
            from blackboard.redaction.redact import redact_all
            from blackboard.sanitise import clean_all

            value = redact_all(clean_all(value)).value
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, OverflowError, RecursionError):
        return None
    return written.encode("utf-8", "replace").decode()


def _whole(digits: str) -> Any:
    number = int(digits)
    return number if -(2**63) <= number < 2**63 else _finite(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError("a number is beyond all bounds")
    return number
