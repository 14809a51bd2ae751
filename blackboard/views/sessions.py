"""Sessions: one row per agent session, with its counts and the first thing that was asked."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.events import streams
from blackboard.search.document import Document
from blackboard.views.columns import INTEGER, OBJECTS, REAL, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Row, View
from blackboard.vocabulary import CHILD_MARK

_TITLE = 200
_TENTH_OF_A_MINUTE = 6_000_000
_MILLISECOND = 1_000
TOKENS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
"""The columns of tokens, which are also the fields of a `usage.recorded`."""


def _start(row: Row | None, event: Event) -> Row:
    started = event.payload or {}
    known = {
        "agent": started.get("agent"),
        "agent_version": started.get("agent_version"),
        "model": started.get("model"),
        "cwd": started.get("cwd"),
        "branch": started.get("branch"),
    }
    return {**_touch(row, event), **{name: value for name, value in known.items() if value}}


def _sign_in(row: Row | None, event: Event) -> Row:
    row = _touch(row, event)
    return {**row, "accounts": sorted({*row["accounts"], (event.payload or {})["account"]})}


def _message(row: Row | None, event: Event) -> Row:
    said: dict[str, Any] = event.payload or {}
    row = _touch(row, event)
    if said.get("message") and said["message"] == row["last_message"]:
        return row  # another part of the same message
    role = f"{said['role']}_messages"
    row[role] += 1
    row["total_messages"] += 1
    row["undated"] = _is_undated(row)
    row["last_message"] = said.get("message")
    row["child"] = row["child"] or int(CHILD_MARK in said["text"])
    if said["role"] == "user" and not row["title"]:
        row["title"] = " ".join(said["text"].split())[:_TITLE]
    return row


def _tool(row: Row | None, event: Event) -> Row:
    row = _touch(row, event)
    row["tool_uses"] += 1
    row["undated"] = _is_undated(row)
    row["failures"] += bool((event.payload or {}).get("failed"))
    return row


def _use(row: Row | None, event: Event) -> Row:
    """The largest sums that were reported; the model that wrote most comes first."""
    row = _touch(row, event)
    usage = max(row["usage"], (event.payload or {})["models"], key=_calls_and_output)
    row["usage"] = sorted(usage, key=lambda each: (-each["output_tokens"], each["model"]))
    row["model"] = row["usage"][0]["model"] if usage else row["model"]
    for name in TOKENS:
        row[name] = sum(each[name] for each in usage)
    return row


def _calls_and_output(usage: list[dict[str, Any]]) -> tuple[int, int]:
    return sum(each["calls"] for each in usage), sum(each["output_tokens"] for each in usage)


def _end(row: Row | None, event: Event) -> Row:
    row = _touch(row, event)
    row["ended"] = 1
    metrics = (event.payload or {}).get("metrics") or {}
    row["input_tokens"] = metrics.get("input_tokens", row["input_tokens"])
    row["output_tokens"] = metrics.get("output_tokens", row["output_tokens"])
    return row


def _touch(row: Row | None, event: Event) -> Row:
    """A fresh copy of the row that knows of the event's time; the hottest lines of a replay."""
    row = row.copy() if row else _empty(event)
    at = event.occurred_at
    if at > row["last_at"]:
        row["last_at"] = at
    elif at < row["started_at"]:
        row["started_at"] = at
    row["minutes"] = (row["last_at"] - row["started_at"]) // _TENTH_OF_A_MINUTE / 10
    if row["undated"] and row["last_at"] != row["started_at"]:
        row["undated"] = 0
    row["position"] = event.position
    if row["project"] is None:
        row["project"] = event.project
    return row


def _is_undated(row: Row) -> int:
    """Whether its transcript has no times, so that all its events bear the file's own.

    A file's time is known to the microsecond, and what agents write at most to the millisecond.
    """
    at = row["last_at"]
    is_answered = row["assistant_messages"] or row["tool_uses"]
    return int(bool(is_answered) and at == row["started_at"] and at % _MILLISECOND != 0)


def _attest(row: Row | None, event: Event) -> Row:
    """Who spoke was proven later, which is no part of the session and moves none of its times."""
    row = row.copy() if row else _empty(event)
    row["position"] = event.position
    return row


def _empty(event: Event) -> Row:
    row: Row = {name: 0 if column.is_number else None for name, column in SESSIONS.columns.items()}
    row["id"] = (event.payload or {})["session"]
    row["stream"] = event.stream
    row["title"] = ""
    row["usage"] = []
    row["accounts"] = []
    row["started_at"] = row["last_at"] = event.occurred_at
    return row


def _keys(event: Event) -> tuple[str, ...]:
    """The session, of events on its own stream: `partition` builds on that."""
    session = event.payload["session"] if event.payload else ""
    return (session,) if event.stream == streams.session(session) else ()


def _document(row: Row) -> Document | None:
    return Document(row["project"], row["title"], "", "") if row["title"] else None


SESSIONS = View(
    name="sessions",
    version=6,
    columns={
        "id": TEXT,
        "stream": TEXT,
        "project": optional(TEXT),
        "agent": optional(TEXT),
        "agent_version": optional(TEXT),
        "model": optional(TEXT),
        "cwd": optional(TEXT),
        "branch": optional(TEXT),
        "child": INTEGER,
        "title": TEXT,
        "started_at": TIME,
        "last_at": TIME,
        "minutes": REAL,
        "ended": INTEGER,
        "total_messages": INTEGER,
        "user_messages": INTEGER,
        "assistant_messages": INTEGER,
        "tool_uses": INTEGER,
        "failures": INTEGER,
        "input_tokens": INTEGER,
        "output_tokens": INTEGER,
        "cache_read_tokens": INTEGER,
        "cache_write_tokens": INTEGER,
        "usage": OBJECTS,
        "accounts": TEXTS,
        "last_message": optional(TEXT),
        "undated": INTEGER,
        "position": INTEGER,
    },
    reduce={
        "session.started": _start,
        "message.recorded": _message,
        "tool.called": _tool,
        "authors.attested": _attest,
        "usage.recorded": _use,
        "session.attributed": _sign_in,
        "session.ended": _end,
    },
    keys=_keys,
    indexes=("project", "last_at", "position"),
    document=_document,
    partition="stream",
)
