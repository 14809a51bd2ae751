"""Rows in words for a model: facts, ids and dates, one row a line, text of others in quotes."""

from __future__ import annotations

from blackboard.delivery.voice import NOT_YOURS, author_shown, colleague_of, spoken
from blackboard.event import iso
from blackboard.views.rows import RuleRow
from lessonboard.present.rows import marked, seen_in
from lessonboard.present.text import day, one_line
from lessonboard.present.text import quoted as in_quotes

__all__ = ["day", "minute", "place", "plain", "quoted", "said", "standing", "whose"]

_LONGEST = 400


def plain(text: str, longest: int = _LONGEST) -> str:
    """Text as one line of printable characters, cut where it is too long."""
    return one_line(text, longest)


def quoted(text: str, longest: int = _LONGEST) -> str:
    """Words from elsewhere as data, cut where they are too long."""
    return in_quotes(text, longest)


def said(row: RuleRow, text: str, me: str) -> str:
    """Return the rule of a lesson or insight as `me` is shown it (`Board.person`)."""
    return spoken(row, text, me, quoted, plain)


def whose(row: RuleRow, me: str) -> str:
    """That a lesson is a colleague's word alone; empty for all others."""
    who = colleague_of(row, me)
    return f", {author_shown(who)} says {NOT_YOURS}" if who else ""


def minute(micros: int) -> str:
    """Return a time in microseconds, to the minute."""
    return f"{iso(micros)[:16]}Z"


def place(row: RuleRow) -> str:
    """Return where a lesson or insight holds."""
    if row["scope"] == "global" or not row["project"]:
        return "everywhere"
    return plain(row["project"], 120)


def standing(row: RuleRow) -> str:
    """Return what is known of how far a row can be relied on."""
    why = "the repository has its check" if dict(row).get("compiled") else "its own step failed"
    rests = f", resting: {why}" if dict(row).get("resting") else ""
    return (
        f"{row['status']}{rests}{marked(dict(row))}, trust {row['trust']}, "
        f"{seen_in(row)}, "
        f"last {day(row['last_seen_at'])}, {place(row)}"
    )
