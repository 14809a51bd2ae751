"""Fields of records from outside, where any may be missing, null, or of another kind."""

from __future__ import annotations

from typing import Any

from blackboard.event import micros
from blackboard.redaction.redact import redact
from blackboard.sources.source import Record, shorten

MOST_WORDS = 20_000
"""Characters that are kept of what somebody wrote."""

_MARK = 40
"""Room for the mark that says how much was left out."""

_LATEST = 2**53


def words(value: object, most: int = MOST_WORDS) -> str:
    """A text that may be kept: without secrets, then shortened; empty where there is none.

    >>> words("  Please fix \\ud800 this. "), words(None), words(["x"])
    ('Please fix ? this.', '', '')
    """
    if not isinstance(value, str):
        return ""
    text: str = redact(value.encode("utf-8", "replace").decode()).value
    text = text.strip()
    return text if len(text) <= most else shorten(text, most - _MARK)


def moment(value: object) -> int | None:
    """A time in microseconds since 1970, or None where none can be read.

    >>> moment("1970-01-01T00:00:01Z"), moment("soon"), moment(None), moment("0001-01-01")
    (1000000, None, None, None)
    """
    if not isinstance(value, str):
        return None
    try:
        found = micros(value)
    except ValueError:
        return None
    return found if 0 <= found < _LATEST else None


def count(value: object) -> int:
    """A number of things, 0 where there is none that can be believed."""
    believed = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LATEST
    return value if believed and isinstance(value, int) else 0


def record(value: object) -> Record:
    """A record, empty where there is none."""
    return value if isinstance(value, dict) else {}


def records(value: Any) -> list[Record]:
    """The records of a list, without what is none."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def millis(value: object) -> int | None:
    """A time in microseconds since 1970, from one in milliseconds; None where none can be read.

    >>> millis(1.5), millis("soon"), millis(True), millis(-1)
    (1500, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return int(value * 1000) if 0 <= value < _LATEST / 1000 else None
