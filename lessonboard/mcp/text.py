"""Rows in words for a model: facts, ids and dates, one row a line, text of others in quotes."""

from __future__ import annotations

from blackboard.event import iso
from blackboard.views.rows import RuleRow
from lessonboard.present.text import day, one_line, times
from lessonboard.present.text import quoted as in_quotes

__all__ = ["day", "is_doubtful", "minute", "place", "plain", "quoted", "said", "standing"]

_LONGEST = 400
_QUOTED = ("model", "imported", "repository")
"""Trusts so low that the words are shown as somebody's, as `blackboard.delivery.text` does."""


def plain(text: str, longest: int = _LONGEST) -> str:
    """Text as one line of printable characters, cut where it is too long."""
    return one_line(text, longest)


def quoted(text: str, longest: int = _LONGEST) -> str:
    """Words from elsewhere as data, cut where they are too long."""
    return in_quotes(text, longest)


def said(row: RuleRow, text: str, longest: int = _LONGEST) -> str:
    """Words of a lesson or insight: in quotes where their source is not trusted."""
    return f"a note says {quoted(text, longest)}" if is_doubtful(row) else plain(text, longest)


def is_doubtful(row: RuleRow) -> bool:
    """Whether what a row says is only what somebody once claimed."""
    return row["status"] != "approved" or row["trust"] in _QUOTED


def minute(micros: int) -> str:
    """A time in microseconds, to the minute."""
    return f"{iso(micros)[:16]}Z"


def place(row: RuleRow) -> str:
    """Where a lesson or insight holds."""
    if row["scope"] == "global" or not row["project"]:
        return "everywhere"
    return plain(row["project"], 120)


def standing(row: RuleRow) -> str:
    """What is known of how far a row can be relied on."""
    rests = ", resting: the repository has its check" if dict(row).get("resting") else ""
    return (
        f"{row['status']}{rests}, trust {row['trust']}, seen {times(row['seen'])}, "
        f"last {day(row['last_seen_at'])}, {place(row)}"
    )
