"""Words and numbers as every face writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.event import iso

_TIMES = (
    "created_at", "updated_at", "last_seen_at", "started_at", "last_at", "last_injected_at",
    "learnt_at",
    "opened_at", "merged_at", "last_triggered_at", "last_rerun_at", "first_at",
)  # fmt: skip


def with_times(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row whose times are ISO 8601."""
    return {
        name: iso(value) if name in _TIMES and value is not None else value
        for name, value in row.items()
    }


def day(micros: int) -> str:
    """The date of a time in microseconds."""
    return iso(micros)[:10]


def counted(number: int, noun: str) -> str:
    """A number and what it counts.

    >>> counted(1, "lesson"), counted(2, "new session")
    ('1 lesson', '2 new sessions')
    """
    return f"{number} {noun}" + ("" if number == 1 else "s")


def rounded(number: int) -> str:
    """A large number for people.

    >>> rounded(135), rounded(12_949), rounded(202_582_400)
    ('135', '12.9k', '202.6M')
    """
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if number >= unit:
            return f"{number / unit:.1f}{name}"
    return str(number)


def shown(text: str) -> str:
    """Text from elsewhere as one line that cannot steer a terminal."""
    return "".join(each if each.isprintable() else " " for each in " ".join(text.split()))
