"""Recordings: one row per recording, with how far it has come on the way to a workflow."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.search.document import Document
from blackboard.views.columns import INTEGER, NUMBERS, OBJECT, TEXT, TIME, optional
from blackboard.views.view import Row, View

_TOLD = ("name", "description", "platform", "folder", "manifest_sha256")


def _import(row: Row | None, event: Event) -> Row:
    """A recording as it is now: one that was edited begins its way again, and keeps its cards."""
    told: dict[str, Any] = event.payload or {}
    steps = told.get("steps", [])
    edited = row is None or row["manifest_sha256"] != told["manifest_sha256"]
    carded = [each for each in (row["carded"] if row else []) if each in set(steps)]
    return {
        **{name: told.get(name, "") for name in _TOLD},
        "id": told["recording"],
        "project": event.project,
        "status": "imported" if row is None or edited else row["status"],
        "events": told["events"],
        "steps": len(steps),
        "step_indexes": steps,
        "cards": len(carded),
        "carded": carded,
        "screenshots": told.get("screenshots", {}),
        "problems": told.get("problems", {}),
        "imports": row["imports"] + 1 if row else 1,
        "created_at": told.get("created_at"),
        "last_at": max(row["last_at"] if row else 0, event.occurred_at),
    }


def _card(row: Row | None, event: Event) -> Row | None:
    told: dict[str, Any] = event.payload or {}
    if row is None or told["index"] not in row["step_indexes"]:
        return row
    carded = sorted({*row["carded"], told["index"]})
    return {**_later(row, event), "cards": len(carded), "carded": carded}


def _draft(row: Row | None, event: Event) -> Row | None:
    return row and {**_later(row, event), "status": "drafted"}


def _compile(row: Row | None, event: Event) -> Row | None:
    return row and {**_later(row, event), "status": "compiled"}


def _rerun(row: Row | None, event: Event) -> Row | None:
    return row and _later(row, event)


def _later(row: Row, event: Event) -> Row:
    return {**row, "last_at": max(row["last_at"], event.occurred_at)}


def _document(row: Row) -> Document:
    return Document(row["project"], row["name"], row["description"], row["platform"])


RECORDINGS = View(
    name="recordings",
    version=1,
    columns={
        "id": TEXT,
        "project": optional(TEXT),
        "name": TEXT,
        "description": TEXT,
        "platform": TEXT,
        "status": TEXT,
        "events": INTEGER,
        "steps": INTEGER,
        "step_indexes": NUMBERS,
        "cards": INTEGER,
        "carded": NUMBERS,
        "folder": TEXT,
        "manifest_sha256": TEXT,
        "screenshots": OBJECT,
        "problems": OBJECT,
        "imports": INTEGER,
        "created_at": optional(TIME),
        "last_at": TIME,
    },
    reduce={
        "recording.imported": _import,
        "step_card.compiled": _card,
        "workflow.drafted": _draft,
        "workflow.compiled": _compile,
        "workflow.rerun": _rerun,
    },
    keys=lambda event: (event.payload["recording"],) if event.payload else (),
    indexes=("project", "last_at"),
    document=_document,
)
