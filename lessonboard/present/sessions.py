"""Sessions in a list: a line of facts, and what each began with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from blackboard.event import iso
from blackboard.views.view import Row
from lessonboard.present.conversation import counts
from lessonboard.present.text import line, minute, project_name

_LONGEST = 100


def session_lines(row: Row, name: str) -> Iterator[str]:
    """A session: its short id, when it began, who ran where, how much was done; then its title."""
    who, where = line(row["agent"] or "unknown agent"), line(project_name(row["project"]))
    yield f"{line(name):<8}  {minute(row['started_at'])}  {who}  {where}  {counts(row)}"
    yield f"          {_title(row, name)}"


def session_json(row: Row) -> dict[str, Any]:
    """A session for other programs, times in ISO 8601."""
    return {**row, **{name: iso(row[name]) for name in ("started_at", "last_at")}}


def _title(row: Row, name: str) -> str:
    if row["title"]:
        return line(row["title"], _LONGEST)
    parent, slash, _ = name.partition("/")
    return f"(a subagent of {parent})" if slash else "(nothing was asked)"
