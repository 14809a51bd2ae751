"""Failures: one row per failed tool call, found by its signature and by the words of its error."""

from __future__ import annotations

from typing import Any

from blackboard.actors import role
from blackboard.calls import failure_of, has_failed, target_of
from blackboard.event import Event
from blackboard.search.document import Document
from blackboard.views.columns import INTEGER, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Row, View

_LONGEST_TARGET = 2_000
_MOST_INDEXED, _LONGEST_INDEXED = 3, 200
"""Lines of an error, and characters of each, by whose words it is found."""


def _fail(row: Row | None, event: Event) -> Row | None:
    """The call, if it failed, marked as such or not, and was not stopped by the human."""
    call: dict[str, Any] = event.payload or {}
    if row is not None or not has_failed(call):
        return row
    found = failure_of(call)
    return {
        "id": event.id,
        "session": call["session"],
        "project": event.project,
        "agent": role(event.actor) or None,
        "tool": call["name"],
        "kind": call["kind"],
        "target": target_of(call)[:_LONGEST_TARGET],
        "exit_code": call.get("exit_code"),
        "signature": found.signature,
        "signatures": list(found.signatures),
        "aliases": sorted(found.aliases | found.bare),
        "error": found.line,
        "lines": list(found.lines),
        "stream": event.stream,
        "version": event.version,
        "position": event.position,
        "occurred_at": event.occurred_at,
    }


def _document(row: Row) -> Document | None:
    if row["signature"] is None:
        return None
    lines = (line[:_LONGEST_INDEXED] for line in row["lines"][:_MOST_INDEXED])
    known = (*row["signatures"], *row["aliases"])
    return Document(row["project"], "", "", "\n".join(lines), failures=known)


FAILURES = View(
    name="failures",
    version=6,
    columns={
        "id": TEXT,
        "session": TEXT,
        "project": optional(TEXT),
        "agent": optional(TEXT),
        "tool": TEXT,
        "kind": TEXT,
        "target": TEXT,
        "exit_code": optional(INTEGER),
        "signature": optional(TEXT),
        "signatures": TEXTS,
        "aliases": TEXTS,
        "error": TEXT,
        "lines": TEXTS,
        "stream": TEXT,
        "version": INTEGER,
        "position": INTEGER,
        "occurred_at": TIME,
    },
    reduce={"tool.called": _fail},
    keys=lambda event: (event.id,) if event.payload and has_failed(event.payload) else (),
    indexes=("signature occurred_at", "occurred_at"),
    document=_document,
    partition="stream",
)
