"""Lesson accounts: what became of each lesson when it was offered, counted from signals.

`exposures.py` has the same session by session.
"""

from __future__ import annotations

from blackboard.event import Event
from blackboard.views.columns import INTEGER, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Reduce, Row, View

_MOST_SESSIONS = 16
"""As many run in parallel; one that is shown again after a compaction is shown the same."""


def _keys(event: Event) -> tuple[str, ...]:
    told = event.payload or {}
    if event.type == "context.injected":
        return tuple(dict.fromkeys(told["items"]))
    return (told["lesson"],) if told else ()


def _inject(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    told = event.payload or {}
    others = [each for each in row["sessions"] if each != told["session"]]
    return {
        **row,
        "sessions": [*others, told["session"]][-_MOST_SESSIONS:],
        "injected": row["injected"] + (len(others) == len(row["sessions"])),
        "tokens": row["tokens"] + round(told["tokens"] / len(told["items"])),
        "last_injected_at": max(row["last_injected_at"] or 0, event.occurred_at),
    }


def _count(column: str) -> Reduce:
    return lambda row, _event: row and {**row, column: row[column] + 1}


def _recur(row: Row | None, event: Event) -> Row | None:
    injected = (event.payload or {})["injected"]
    return _count("recurred_injected" if injected else "recurred_without")(row, event)


def _obey(row: Row | None, event: Event) -> Row | None:
    injected = (event.payload or {}).get("injected", True)
    return _count("obeyed" if injected else "obeyed_without")(row, event)


def _measure(row: Row | None, event: Event) -> Row | None:
    return row and {**row, "verdict": (event.payload or {})["verdict"]}


def _follow(row: Row | None, event: Event) -> Row | None:
    """A refusal was wrong if the refused call, made again, worked."""
    is_wrong = (event.payload or {})["outcome"] == "worked"
    return _count("refused_wrongly")(row, event) if is_wrong else row


def _blank(key: str) -> Row:
    counts = {name: 0 for name, column in ACCOUNTS.columns.items() if column.is_number}
    return {"lesson": key, **counts, "sessions": [], "last_injected_at": None, "verdict": ""}


ACCOUNTS = View(
    name="accounts",
    version=5,
    columns={
        "lesson": TEXT,
        "injected": INTEGER,
        "withheld": INTEGER,
        "obeyed": INTEGER,
        "obeyed_without": INTEGER,
        "recurred_injected": INTEGER,
        "recurred_without": INTEGER,
        "disputed": INTEGER,
        "refused": INTEGER,
        "refused_wrongly": INTEGER,
        "tokens": INTEGER,
        "last_injected_at": optional(TIME),
        "sessions": TEXTS,
        "verdict": TEXT,
    },
    reduce={
        "context.injected": _inject,
        "lesson.withheld": _count("withheld"),
        "lesson.obeyed": _obey,
        "lesson.recurred": _recur,
        "lesson.disputed": _count("disputed"),
        "lesson.measured": _measure,
        "guard.refused": _count("refused"),
        "guard.resolved": _follow,
    },
    keys=_keys,
    blank=_blank,
)
