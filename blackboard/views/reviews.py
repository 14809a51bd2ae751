"""Reviews: one row per pull request, with who said what of it and its outcome."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, OBJECT, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Row, View


def _open(row: Row | None, event: Event) -> Row:
    opened = event.payload or {}
    return {
        **_touch(row, event),
        "title": opened["title"],
        "author": opened.get("author", ""),
        "opened_at": event.occurred_at,
    }


def _review(row: Row | None, event: Event) -> Row:
    given: dict[str, Any] = event.payload or {}
    row = _touch(row, event)
    row["comments"] += len(given.get("comments", []))
    row["verdicts"] = _judged(row["verdicts"], given["reviewer"], given["verdict"])
    return row


def _request(row: Row | None, event: Event) -> Row:
    row = _touch(row, event)
    row["requests"] += 1
    return row


def _rework(row: Row | None, event: Event) -> Row:
    row = _touch(row, event)
    row["reworks"] += 1
    return row


def _show(row: Row | None, event: Event) -> Row:
    row = _touch(row, event)
    row["artifacts"] = sorted({*row["artifacts"], (event.payload or {})["kind"]})
    return row


def _merge(row: Row | None, event: Event) -> Row:
    merged = event.payload or {}
    return {
        **_touch(row, event),
        "state": "merged",
        "merged_at": event.occurred_at,
        "merged_commit": merged.get("commit"),
        "additions": merged.get("additions", 0),
        "deletions": merged.get("deletions", 0),
    }


def _close(row: Row | None, event: Event) -> Row:
    """What was merged cannot be closed any more."""
    row = _touch(row, event)
    return row if row["merged_at"] else {**row, "state": "closed"}


def _revert(row: Row | None, event: Event) -> Row:
    return {**_touch(row, event), "state": "reverted"}


def _judged(verdicts: dict[str, str], reviewer: str, verdict: str) -> dict[str, str]:
    """The last verdict of each reviewer; a mere comment takes none back."""
    if verdict == "commented" and reviewer in verdicts:
        return verdicts
    return {**verdicts, reviewer: verdict}


def _touch(row: Row | None, event: Event) -> Row:
    """A fresh copy of the row that knows of the event's time."""
    row = row.copy() if row else _empty(event)
    row["last_at"] = max(row["last_at"], event.occurred_at)
    return row


def _empty(event: Event) -> Row:
    """A pull request of which nothing is known but that it is spoken of."""
    return {
        "pr": _keys(event)[0],
        "project": event.project,
        "number": (event.payload or {})["number"],
        "title": "",
        "author": "",
        "state": "open",
        "verdicts": {},
        "comments": 0,
        "requests": 0,
        "reworks": 0,
        "artifacts": [],
        "opened_at": None,
        "merged_at": None,
        "last_at": event.occurred_at,
        "merged_commit": None,
        "additions": 0,
        "deletions": 0,
    }


def _keys(event: Event) -> tuple[str, ...]:
    """The pull request; none for a document that belongs to no pull request."""
    number = (event.payload or {}).get("number")
    return () if number is None or event.project is None else (f"{event.project}#{number}",)


REVIEWS = View(
    name="reviews",
    version=2,
    columns={
        "pr": TEXT,
        "project": optional(TEXT),
        "number": INTEGER,
        "title": TEXT,
        "author": optional(TEXT),
        "state": TEXT,
        "verdicts": OBJECT,
        "comments": INTEGER,
        "requests": INTEGER,
        "reworks": INTEGER,
        "artifacts": TEXTS,
        "opened_at": optional(TIME),
        "merged_at": optional(TIME),
        "last_at": TIME,
        "merged_commit": optional(TEXT),
        "additions": INTEGER,
        "deletions": INTEGER,
    },
    reduce={
        "pr.opened": _open,
        "review.submitted": _review,
        "rework.requested": _request,
        "rework.completed": _rework,
        "artifact.recorded": _show,
        "pr.merged": _merge,
        "pr.closed": _close,
        "pr.reverted": _revert,
    },
    keys=_keys,
    keyed_by_project=True,
    indexes=("project", "last_at"),
)
