"""Candidates and choices for the tests of the composer: the rest of a row filled in."""

from __future__ import annotations

from typing import Any

from blackboard.delivery.candidates import NOTHING_SHARED, Candidate, Overlap
from blackboard.delivery.choice import Choice
from tests.blackboard.lessons import HERE

DAY = 86_400_000_000


def row(key: str = "l", constraint: str = "Sharpen the comb.", **columns: Any) -> dict[str, Any]:
    """The columns of a candidate that nothing speaks for or against."""
    return {
        "id": key, "project": HERE, "scope": "project", "trust": "tool", "confidence": 0.5,
        "seen": 1, "last_seen_at": 0, "constraint": constraint, "symptom": "It tore.",
        "severity": "medium", "phase": "implement", "category": "tooling", "freshness": "fresh",
        "learned_from": "sessions", "title": "", "pinned": 0,
        "measurable": 1, "status": "approved", "author": "", "signed_by": "", "approvers": [],
        "writer": "", "said": "", "proof": "", "sources": 0, "sessions": 1, "me": "", **columns,
    }  # fmt: skip


def account(injected: int, verdict: str = "", recurred: int = 0) -> dict[str, Any]:
    """What became of a candidate before."""
    return {"injected": injected, "verdict": verdict, "recurred_injected": recurred}


def candidate(
    key: str = "l",
    constraint: str = "Sharpen the comb.",
    *,
    overlap: Overlap = NOTHING_SHARED,
    keys: tuple[tuple[str, str], ...] = (("command", "make"),),
    before: dict[str, Any] | None = None,
    **columns: Any,
) -> Candidate:
    """A candidate that is bound to a command, unless other keys are given."""
    return Candidate("lesson", row(key, constraint, **columns), overlap, keys, before)


def chosen(key: str = "l", constraint: str = "Sharpen the comb.", **given: Any) -> Choice:
    """A candidate that was chosen."""
    return Choice(candidate(key, constraint, **given), 1.0, "")
