"""Insights: one row per statement that a curator kept."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.search.document import Document
from blackboard.views.view import Row, View


def _curate(row: Row | None, event: Event) -> Row | None:
    kept: dict[str, Any] = event.payload or {}
    evidence = (row["evidence"] if row else []) + kept.get("evidence", [])
    return {
        "id": kept["insight"],
        "project": row["project"] if row else event.project,
        "scope": row["scope"] if row else kept.get("scope", "project"),
        "status": "approved",
        "statement": kept["statement"],
        "category": kept["category"],
        "confidence": kept["confidence"],
        "trust": kept.get("trust", "tool"),
        "actionable": int(kept.get("actionable", True)),
        "learned_from": kept.get("learned_from", ""),
        "evidence": evidence,
        "seen": (row["seen"] if row else 0) + 1,
        "created_at": row["created_at"] if row else event.occurred_at,
        "last_seen_at": event.occurred_at,
        "reason": "",
    }


def _promote(row: Row | None, _event: Event) -> Row | None:
    return row and {**row, "scope": "global"}


def _retire(row: Row | None, event: Event) -> Row | None:
    return row and {**row, "status": "retired", "reason": (event.payload or {})["reason"]}


def _document(row: Row) -> Document:
    return Document(
        None if row["scope"] == "global" else row["project"],
        row["statement"],
        "",
        row["category"],
        constraint=row["statement"],
        offered=row["status"] == "approved",
    )


INSIGHTS = View(
    name="insights",
    version=1,
    columns={
        "id": str,
        "project": str,
        "scope": str,
        "status": str,
        "statement": str,
        "category": str,
        "confidence": float,
        "trust": str,
        "actionable": int,
        "learned_from": str,
        "evidence": list,
        "seen": int,
        "created_at": int,
        "last_seen_at": int,
        "reason": str,
    },
    reduce={
        "insight.curated": _curate,
        "insight.promoted": _promote,
        "insight.retired": _retire,
    },
    keys=lambda event: (event.payload["insight"],) if event.payload else (),
    indexes=("project", "last_seen_at"),
    document=_document,
    offers=True,
    rule="statement",
)
