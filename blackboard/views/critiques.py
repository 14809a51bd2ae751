"""Critiques: one row per recommendation, with its last form, its score, and what became of it."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, REAL, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Row, View

_JUDGED = (
    "actionable", "fixes_issue", "specific", "side_effects", "quality_score",
    "refinement_suggestions", "judge", "should_discard",
)  # fmt: skip


def _propose(row: Row | None, event: Event) -> Row:
    if row is not None:
        return row
    proposed: dict[str, Any] = event.payload or {}
    blank: Row = dict.fromkeys(CRITIQUES.columns)
    return {
        **blank,
        "recommendation": proposed["recommendation"],
        "project": event.project,
        "status": "proposed",
        "side_effects": [],
        "refinements": 0,
        **_form(proposed),
        "issue": proposed.get("issue", ""),
        "last_at": event.occurred_at,
    }


def _judge(row: Row | None, event: Event) -> Row | None:
    judged: dict[str, Any] = event.payload or {}
    found = {name: judged.get(name) for name in _JUDGED}
    for name in ("actionable", "fixes_issue", "specific", "should_discard"):
        found[name] = int(bool(found[name]))
    found["side_effects"] = judged.get("side_effects", [])
    return row and {**row, **found, "last_at": event.occurred_at}


def _refine(row: Row | None, event: Event) -> Row | None:
    refined: dict[str, Any] = event.payload or {}
    return row and {
        **row,
        **_form(refined),
        "refinements": max(row["refinements"], refined.get("iteration", 1)),
        "last_at": event.occurred_at,
    }


def _form(payload: dict[str, Any]) -> Row:
    return {name: payload.get(name, "") for name in ("instruction", "scope", "rationale")}


def _accept(row: Row | None, event: Event) -> Row | None:
    return row and _ended(row, event, "refined" if row["refinements"] else "accepted")


def _veto(row: Row | None, event: Event) -> Row | None:
    vetoed: dict[str, Any] = event.payload or {}
    return row and {
        **_ended(row, event, "vetoed"),
        "veto": vetoed["veto"],
        "veto_reason": vetoed.get("reason", ""),
    }


def _leave(row: Row | None, event: Event) -> Row | None:
    return row and _ended(row, event, "not_good_enough")


def _discard(row: Row | None, event: Event) -> Row | None:
    discarded: dict[str, Any] = event.payload or {}
    if row is None:
        return None
    if discarded["reason"] == "duplicate":
        return {**_ended(row, event, "duplicate"), "duplicate_of": discarded.get("duplicate_of")}
    return _ended(row, event, discarded_as(row["should_discard"]))


def discarded_as(should_discard: object) -> str:
    """What `recommendation.discarded` for its quality means, by the critique before it.

    Old boards have the event for everything that was not accepted.

    >>> discarded_as(1), discarded_as(None), discarded_as(0)
    ('discarded', 'discarded', 'not_good_enough')
    """
    return "discarded" if should_discard is None or should_discard else "not_good_enough"


def _ended(row: Row, event: Event, status: str) -> Row:
    """A row with its outcome, without what an earlier outcome left."""
    ended = {"status": status, "duplicate_of": None, "veto": None, "veto_reason": None}
    return {**row, **ended, "last_at": event.occurred_at}


CRITIQUES = View(
    name="critiques",
    version=2,
    columns={
        "recommendation": TEXT,
        "project": optional(TEXT),
        "status": TEXT,
        "instruction": TEXT,
        "scope": TEXT,
        "rationale": TEXT,
        "issue": TEXT,
        "actionable": optional(INTEGER),
        "fixes_issue": optional(INTEGER),
        "specific": optional(INTEGER),
        "side_effects": TEXTS,
        "quality_score": optional(REAL),
        "refinement_suggestions": optional(TEXT),
        "judge": optional(TEXT),
        "refinements": INTEGER,
        "duplicate_of": optional(TEXT),
        "should_discard": optional(INTEGER),
        "veto": optional(TEXT),
        "veto_reason": optional(TEXT),
        "last_at": TIME,
    },
    reduce={
        "recommendation.proposed": _propose,
        "critique.recorded": _judge,
        "recommendation.refined": _refine,
        "recommendation.accepted": _accept,
        "recommendation.vetoed": _veto,
        "recommendation.declined": _leave,
        "recommendation.discarded": _discard,
    },
    keys=lambda event: (event.payload["recommendation"],) if event.payload else (),
    indexes=("project", "last_at"),
)
