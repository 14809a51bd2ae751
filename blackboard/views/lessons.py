"""Lessons: one row per lesson, with its words, its status, and the evidence gathered so far."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from blackboard.actors import colleague
from blackboard.event import Event
from blackboard.search.document import Document
from blackboard.unapproved import is_offered
from blackboard.views import colleagues
from blackboard.views.columns import (
    INTEGER,
    OBJECT,
    OBJECTS,
    REAL,
    TEXT,
    TEXTS,
    TIME,
    optional,
    word,
)
from blackboard.views.compiled import (
    AWAKE,
    compiled,
    is_resting,
    rested,
    without_check,
    woken,
)
from blackboard.views.contradictions import concerned, contradicted, reconciled, without_pairs
from blackboard.views.decisions import (
    approved_trust,
    decide,
    explain,
    reconsider,
    restore,
)
from blackboard.views.freshness import check, kept_in_step
from blackboard.views.harmful import accepted, judged, unnamed
from blackboard.views.proofs import is_shown_by, proven, sources
from blackboard.views.view import Reduce, Row, View
from blackboard.views.writers import reworded, worded

ACTIVE_STATUSES = ("candidate", "approved")
"""The states in which a lesson is offered."""

_WORDS = ("phase", "category", "severity", "symptom", "root_cause", "resolution", "constraint")
_REWORDED = (*_WORDS, "tags", "commands")
_MOST_EVIDENCE = 20
_SURER_WITH_EACH_SESSION = 0.5
"""Of the doubt that is left, how much a recurrence in another session takes away."""

OF_A_WORKFLOW, BY_A_RUN = "workflow", "rerun"
"""The category and the author of lessons of failed runs: they concern who runs that workflow, and
not a prompt that shares their words."""

_ATTESTED = ("tool", "human")
"""The trust of what was surely seen; what was only reported makes a known lesson no surer."""


def _create(row: Row | None, event: Event) -> Row | None:
    made: dict[str, Any] = event.payload or {}
    if row is not None:  # it was made on another machine too: that is one more sight of it
        return _recur(row, event) if made.get("trust", "tool") in _ATTESTED else row
    return {
        **_new(event),
        **{name: made[name] for name in _WORDS},
        "id": made["lesson"],
        "tags": made.get("tags", []),
        "project": event.project,
        "scope": made.get("scope", "project"),
        # On a team's log a status is what somebody decided, and no word of who appended it.
        "status": "candidate" if colleague(event.actor) else made.get("status", "candidate"),
        "trust": made.get("trust", "tool"),
        "confidence": made.get("confidence", 0.5),
        "learned_from": made.get("learned_from", ""),
        "paths": made.get("paths", []),
        "commands": made.get("commands", []),
        "signatures": made.get("signatures", []),
        "evidence": made.get("evidence", []),
        "sessions": _sessions(made.get("evidence", [])),
        **proven(made),
        **worded(event, made["constraint"]),
    }


def _new(event: Event) -> Row:
    """What every lesson has at first."""
    return {
        "sessions": [],
        "seen": 1,
        "created_at": event.occurred_at,
        "last_seen_at": event.occurred_at,
        "learnt_at": event.recorded_at,
        "updated_at": event.recorded_at,
        "superseded_by": None,
        "reason": "",
        "decisions": [],
        "undone": [],
        "checked": {},
        "freshness": "",
        "pinned": 0,
        "contradicts": [],
        "compiled": {},
        "author": "",
        "signed_by": colleague(event.actor),
        "writer": "",
        "said": "",
        "proof": "",
        "asked": "",
        "sources": 0,
        "colleagues": {},
        "approvers": [],
        "shared": {},
        "signed": "",
        "harm": [],
        "despite": [],
        **AWAKE,
    }


def _recur(row: Row | None, event: Event) -> Row | None:
    again: dict[str, Any] = event.payload or {}
    if row is None or row["author"] or not is_shown_by(row, again):
        return row  # how often a colleague's was seen is for them to say
    evidence = again.get("evidence", [])
    trust, counted, shown = _heard(row, again)
    sessions = sorted({*counted, *shown})
    is_new_session = len(sessions) > len(row["sessions"])
    doubt = (1 - row["confidence"]) * (1 - _SURER_WITH_EACH_SESSION if is_new_session else 1)
    better = trust != row["trust"] and colleague(event.actor) == row["signed_by"]
    return {
        **row,
        **(worded(event, row["constraint"]) if better else {}),
        "trust": trust,
        "evidence": (row["evidence"] + evidence)[:_MOST_EVIDENCE],
        "sessions": sessions,
        "sources": sources(row["proof"], row["evidence"] + evidence),
        "signatures": sorted({*row["signatures"], *_new_signatures(row, again)}),
        "seen": row["seen"] + 1,
        "confidence": round(1 - doubt, 4),
        **(AWAKE if is_new_session and row["proof"] == "procedure" else {}),
        "created_at": min(row["created_at"], event.occurred_at),
        "last_seen_at": max(row["last_seen_at"], event.occurred_at),
        "updated_at": event.recorded_at,
    }


def _new_signatures(row: Row, again: dict[str, Any]) -> list[str]:
    """The errors at which it is shown from now on; a model adds none to what somebody approved."""
    is_models = again.get("trust") == "model" and row["status"] == "approved"
    return [] if is_models else again.get("signatures", [])


def _heard(row: Row, again: dict[str, Any]) -> tuple[str, list[str], list[str]]:
    """The trust of a lesson after another sight of it, and the sessions that show it.

    The very words, heard from a better source, are that source's. What is trusted less than an
    attested lesson is no session that shows it.
    """
    trust, base = str(row["trust"]), _trust_undecided(row)
    new = str(again.get("trust") or base)
    shown = _sessions(again.get("evidence", []))
    if base in _ATTESTED:
        return trust, row["sessions"], shown if new in _ATTESTED else []
    if new in _ATTESTED and trust not in ("approved", "team") and not again.get("duplicate"):
        return new, [], shown
    return trust, row["sessions"], shown


def _trust_undecided(row: Row) -> str:
    """The trust that the evidence gives, whatever a person decided since."""
    before = (each["before"] for each in row["decisions"])
    return str(next((each["trust"] for each in before if "trust" in each), row["trust"]))


def _revise(row: Row | None, event: Event) -> Row | None:
    revised = event.payload or {}
    if row is None or row["author"]:
        return row  # a colleague's words are theirs
    words = {name: revised[name] for name in _REWORDED if revised.get(name) is not None}
    whose = {"signed_by": colleague(event.actor)}
    if "constraint" in words:
        whose |= reworded(event, row, words["constraint"])
    freed = {**without_check(words), **without_pairs(words)}
    return _touch(decide(row, event, **words, **whose, **freed), event)


def _approve(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    by_human = (event.payload or {}).get("by") == "human"
    better = {"trust": approved_trust(event.actor)} if by_human and row["trust"] != "human" else {}
    approved = _stand(row, event, "approved", superseded_by=None, **better)
    return approved and accepted(approved, event)


def _stand(row: Row | None, event: Event, status: str, **fields: Any) -> Row | None:
    reason = (event.payload or {}).get("reason", "")
    decided = row and decide(row, event, status=status, reason=reason, **fields)
    return decided and _touch(colleagues.seen(decided), event)


def _supersede(row: Row | None, event: Event) -> Row | None:
    return _stand(row, event, "superseded", superseded_by=(event.payload or {})["by"])


def _promote(row: Row | None, event: Event) -> Row | None:
    if row is None or row["author"]:
        return row  # where a colleague's lesson holds is for them to say
    return _touch(decide(row, event, scope="global"), event)


def _touched(step: Callable[[Row, Event], Row]) -> Reduce:
    return lambda row, event: row and _touch(step(row, event), event)


def _reconsider(row: Row | None, event: Event) -> Row | None:
    names = ("trust", "status", "scope", "sessions")
    return row and _touch(reconsider(row, event, names), event)


def _touch(row: Row, event: Event) -> Row:
    return {**row, "updated_at": event.recorded_at}


def _keys(event: Event) -> tuple[str, ...]:
    return colleagues.keys(event) if event.type in _OF_COLLEAGUES else concerned(event)


def _sessions(evidence: list[dict[str, Any]]) -> list[str]:
    return sorted({each["session"] for each in evidence if each.get("session")})


def _document(row: Row) -> Document:
    return Document(
        None if row["scope"] == "global" else row["project"],
        f"{row['constraint']}\n{' '.join(row['tags'])}",
        row["symptom"],
        "\n".join(
            [row["root_cause"], row["resolution"], row["category"], *row["paths"], *row["commands"]]
        ),
        constraint=row["constraint"],
        offered=(
            is_offered(row)
            and not is_resting(row)
            and not unnamed(row)
            and colleagues.may_be_shown(row)
        ),
        paths=tuple(row["paths"]),
        commands=tuple(row["commands"]),
        signatures=tuple(row["signatures"]),
        by_words=row["category"] != OF_A_WORKFLOW or row["learned_from"] != BY_A_RUN,
        signed=bool(row["signed_by"]),
    )


_STEPS: dict[str, Reduce] = {
    "lesson.created": _create,
    "lesson.deduplicated": _recur,
    "lesson.revised": _revise,
    "lesson.approved": _approve,
    "lesson.rejected": lambda row, event: _stand(row, event, "rejected"),
    "lesson.superseded": _supersede,
    "lesson.retired": lambda row, event: _stand(row, event, "retired"),
    "lesson.promoted": _promote,
    "lesson.restored": _touched(restore),
    "lesson.annotated": _touched(explain),
    "lesson.reconsidered": _reconsider,
    "lesson.checked": check,
    "lesson.pinned": _touched(partial(decide, pinned=1)),
    "lesson.unpinned": _touched(partial(decide, pinned=0)),
    "lesson.contradicted": contradicted,
    "lesson.reconciled": reconciled,
    "lesson.compiled": compiled,
    "lesson.resting": rested,
    "lesson.woken": woken,
    "lesson.failed": _touched(partial(decide, resting=1)),
    "lesson.shared": lambda row, event: colleagues.shared(row, event, _new(event)),
    "decision.shared": colleagues.decided,
    "unsigned.trusted": colleagues.vouched,
}
_OF_COLLEAGUES = ("lesson.shared", "decision.shared", "unsigned.trusted")

LESSONS = View(
    name="lessons",
    version=24,
    columns={
        "id": TEXT,
        "project": optional(TEXT),
        "scope": word("Scope"),
        "status": word("Status"),
        "phase": word("Phase"),
        "category": TEXT,
        "severity": word("Severity"),
        "symptom": TEXT,
        "root_cause": TEXT,
        "resolution": TEXT,
        "constraint": TEXT,
        "tags": TEXTS,
        "trust": word("Trust"),
        "confidence": REAL,
        "learned_from": TEXT,
        "paths": TEXTS,
        "commands": TEXTS,
        "signatures": TEXTS,
        "evidence": OBJECTS,
        "sessions": TEXTS,
        "seen": INTEGER,
        "created_at": TIME,
        "last_seen_at": TIME,
        "learnt_at": TIME,
        "updated_at": TIME,
        "superseded_by": optional(TEXT),
        "reason": TEXT,
        "decisions": OBJECTS,
        "undone": TEXTS,
        "checked": OBJECT,
        "freshness": TEXT,
        "pinned": INTEGER,
        "contradicts": OBJECTS,
        "compiled": OBJECT,
        "resting": INTEGER,
        "check_seen_at": optional(TIME),
        "author": TEXT,
        "colleagues": OBJECT,
        "signed_by": TEXT,
        "writer": TEXT,
        "said": TEXT,
        "proof": word("Proof"),
        "asked": TEXT,
        "sources": INTEGER,
        "approvers": TEXTS,
        "shared": OBJECT,
        "signed": word("Signed"),
        "harm": TEXTS,
        "despite": TEXTS,
    },
    reduce={name: judged(kept_in_step(colleagues.settled(step))) for name, step in _STEPS.items()},
    keys=_keys,
    indexes=("project status trust", "project last_seen_at", "category", "last_seen_at"),
    document=_document,
    injectable=True,
    rule="constraint",
)
