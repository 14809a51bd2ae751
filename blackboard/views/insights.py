"""Insights: one row per statement that a curator kept."""

from __future__ import annotations

from typing import Any

from blackboard.actors import colleague
from blackboard.event import Event
from blackboard.harm import harms
from blackboard.search.document import Document
from blackboard.unapproved import is_offered
from blackboard.views.columns import INTEGER, OBJECTS, REAL, TEXT, TEXTS, TIME, optional, word
from blackboard.views.decisions import (
    approved_trust,
    decide,
    explain,
    reconsider,
    restore,
    standing_approvals,
)
from blackboard.views.view import Reduce, Row, View, named
from blackboard.views.writers import reworded, worded

ACTIVE_STATUSES = ("candidate", "approved")
"""The states in which an insight is offered; the start of a session is shown approved ones only."""

_MOST_EVIDENCE = 20
_ATTESTED = ("tool", "human")


def _curate(row: Row | None, event: Event) -> Row | None:
    kept: dict[str, Any] = event.payload or {}
    if row is not None:
        return _again(row, event, kept)
    return {
        "id": kept["insight"],
        "project": event.project,
        "scope": kept.get("scope", "project"),
        "status": kept.get("status", "candidate"),
        "statement": kept["statement"],
        "category": kept["category"],
        "confidence": kept["confidence"],
        "trust": kept.get("trust", "tool"),
        "actionable": int(kept.get("actionable", True)),
        "learned_from": kept.get("learned_from", ""),
        "evidence": kept.get("evidence", []),
        "seen": 1,
        "created_at": event.occurred_at,
        "last_seen_at": event.occurred_at,
        "reason": "",
        "decisions": [],
        "undone": [],
        "signed_by": colleague(event.actor),
        "approvers": [],
        **worded(event, kept["statement"]),
    }


def _again(row: Row, event: Event, kept: dict[str, Any]) -> Row:
    """The insight was found once more: it keeps its words and status, and gains the evidence."""
    return {
        **row,
        "confidence": max(row["confidence"], kept["confidence"]),
        "evidence": (row["evidence"] + _counted(row, kept))[:_MOST_EVIDENCE],
        "seen": row["seen"] + 1,
        "created_at": min(row["created_at"], event.occurred_at),
        "last_seen_at": max(row["last_seen_at"], event.occurred_at),
    }


def _counted(row: Row, kept: dict[str, Any]) -> list[dict[str, Any]]:
    """The new evidence; what is trusted less than the insight is no session that shows it."""
    evidence: list[dict[str, Any]] = kept.get("evidence", [])
    if row["trust"] not in _ATTESTED or kept.get("trust", "tool") in _ATTESTED:
        return evidence
    return [{name: each[name] for name in each if name != "session"} for each in evidence]


def _approve(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    told: dict[str, Any] = event.payload or {}
    is_better = told.get("by") == "human" and row["trust"] != "human"
    better = {"trust": approved_trust(event.actor)} if is_better else {}
    return decide(row, event, status="approved", reason=told.get("reason", ""), **better)


def _revise(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    given: dict[str, Any] = event.payload or {}
    words = {name: given[name] for name in ("statement", "category") if given.get(name) is not None}
    whose = {"signed_by": colleague(event.actor)}
    if "statement" in words:
        whose |= reworded(event, row, words["statement"])
    return decide(row, event, **words, **whose)


def _promote(row: Row | None, event: Event) -> Row | None:
    return row and decide(row, event, scope="global")


def _reconsider(row: Row | None, event: Event) -> Row | None:
    return row and reconsider(row, event, ("trust", "status", "scope"))


def _retire(row: Row | None, event: Event) -> Row | None:
    return row and decide(row, event, status="retired", reason=(event.payload or {})["reason"])


def _restore(row: Row | None, event: Event) -> Row | None:
    return row and restore(row, event)


def _explain(row: Row | None, event: Event) -> Row | None:
    return row and explain(row, event)


def _settled(step: Reduce) -> Reduce:
    """A step of the fold that leaves a team's row with those who approved it."""

    def stepped(row: Row | None, event: Event) -> Row | None:
        after = step(row, event)
        if after is None or not after["signed_by"]:
            return after
        return {**after, "approvers": standing_approvals(after)}

    return stepped


def _document(row: Row) -> Document:
    return Document(
        None if row["scope"] == "global" else row["project"],
        row["statement"],
        "",
        row["category"],
        constraint=row["statement"],
        offered=is_offered(row) and not harms(row["statement"]),
        signed=bool(row["signed_by"]),
    )


_STEPS = {
    name: _settled(step)
    for name, step in {
        "insight.curated": _curate,
        "insight.approved": _approve,
        "insight.revised": _revise,
        "insight.promoted": _promote,
        "insight.retired": _retire,
        "insight.reconsidered": _reconsider,
        "insight.restored": _restore,
        "insight.annotated": _explain,
    }.items()
}


def _keys(event: Event) -> tuple[str, ...]:
    return (named(event.payload["insight"]),) if event.payload else ()


INSIGHTS = View(
    name="insights",
    version=9,
    columns={
        "id": TEXT,
        "project": optional(TEXT),
        "scope": word("Scope"),
        "status": TEXT,
        "statement": TEXT,
        "category": word("InsightCategory"),
        "confidence": REAL,
        "trust": word("Trust"),
        "actionable": INTEGER,
        "learned_from": TEXT,
        "evidence": OBJECTS,
        "seen": INTEGER,
        "created_at": TIME,
        "last_seen_at": TIME,
        "reason": TEXT,
        "decisions": OBJECTS,
        "undone": TEXTS,
        "signed_by": TEXT,
        "approvers": TEXTS,
        "writer": TEXT,
        "said": TEXT,
    },
    reduce=_STEPS,
    keys=_keys,
    indexes=("project", "last_seen_at"),
    document=_document,
    injectable=True,
    rule="statement",
)
