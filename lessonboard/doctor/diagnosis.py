"""The result of a check: what was checked, its state, and advice."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Level = Literal["good", "note", "bad"]


class Diagnosis(NamedTuple):
    """One result.

    `details` holds structured data: values for programs, and lists of rows shown as tables on
    request. Apart from names it never contains third-party text.
    """

    what: str
    level: Level
    found: str
    advice: str = ""
    details: dict[str, Any] | None = None


def size_of(number: float) -> str:
    """Return a number of bytes, human-readable.

    >>> size_of(900), size_of(12_345), size_of(3_000_000), size_of(7.25e9)
    ('900 bytes', '12.3 kB', '3.0 MB', '7.2 GB')
    """
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if number >= unit:
            return f"{number / unit:.1f} {name}"
    return f"{number:.0f} bytes"


def ago(micros: int) -> str:
    """Return a time span in microseconds, human-readable, in its largest unit.

    >>> ago(5_000_000), ago(90 * 60_000_000), ago(49 * 3_600_000_000)
    ('less than a minute', '1 hour', '2 days')
    """
    minutes = micros // 60_000_000
    for length, unit in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        if minutes >= length:
            number = minutes // length
            return f"{number} {unit}" + ("" if number == 1 else "s")
    return "less than a minute"
