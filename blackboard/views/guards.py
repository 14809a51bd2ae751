"""Guards: one row per lesson that was ever a guard, with what it refused and what followed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, OBJECTS, TEXT, TEXTS, TIME, optional, word
from blackboard.views.decisions import decide, restore
from blackboard.views.view import Row, View

_MOST_REFUSALS = 200
"""Refusals since it was switched on that are kept one by one; the newest."""

_UNDECIDED = ("proposed", "qualified")
_FORM = ("rule", "wrong", "right", "paths", "places", "failed", "uses")


def _enable(row: Row | None, event: Event) -> Row | None:
    enabled: dict[str, Any] = event.payload or {}
    if row is None or not _is_latest(row, event):
        return row
    form = {name: enabled.get(name, _blank("")[name]) for name in _FORM}
    form |= {"forbids": [], "by_person": 0, "by": enabled["by"]}
    return {**_switched(row, event, "on", **form), "refusals": []}


def _propose(row: Row | None, event: Event) -> Row | None:
    """A sentence forbids something; what was decided about it holds while its words do."""
    proposed: dict[str, Any] = event.payload or {}
    if row is None or not _is_latest(row, event):
        return row
    if row["decided_at"] is not None and row["state"] not in _UNDECIDED:
        return row
    return {**_decided(row, event, "proposed"), **_prohibition(proposed)}


def _qualify(row: Row | None, event: Event) -> Row | None:
    """It could be a guard; what was decided about it holds."""
    qualified: dict[str, Any] = event.payload or {}
    if row is None or not _is_latest(row, event):
        return row
    if row["decided_at"] is not None and row["state"] != "qualified":
        return row
    form = {name: qualified.get(name, _blank("")[name]) for name in _FORM}
    return {**_decided(row, event, "qualified"), **form}


def _confirm(row: Row | None, event: Event) -> Row | None:
    confirmed: dict[str, Any] = event.payload or {}
    if row is None or not _is_latest(row, event):
        return row
    counts = {name: confirmed.get(name, 0) for name in ("uses", "by_person")}
    form = {**_prohibition(confirmed), **counts, "by": "human"}
    return {**_switched(row, event, "on", **form), "refusals": [], "questions": []}


def _prohibition(payload: dict[str, Any]) -> dict[str, Any]:
    """The form of a prohibition; what was known of a form that fails goes."""
    given = {name: payload.get(name, []) for name in ("rule", "forbids", "paths")}
    return {"wrong": [], "right": [], "places": [], "failed": 0, **given}


def _disable(row: Row | None, event: Event) -> Row | None:
    return _switched(row, event, "off") if row and _is_latest(row, event) else row


def _retire(row: Row | None, event: Event) -> Row | None:
    return _switched(row, event, "retired") if row and _is_latest(row, event) else row


def _restore(row: Row | None, event: Event) -> Row | None:
    """The guard as if a decision had not been made; a person has decided that, too."""
    if row is None or not _is_latest(row, event):
        return row
    return {**restore(row, event), "decided_at": event.occurred_at}


def _is_latest(row: Row, event: Event) -> bool:
    """Decisions count by their time, so that boards that exchange them agree."""
    return row["decided_at"] is None or event.occurred_at >= row["decided_at"]


def _decided(row: Row, event: Event, state: str) -> Row:
    reason = (event.payload or {}).get("reason", "")
    return {**row, **_since(row, event), "state": state, "reason": reason}


def _switched(row: Row, event: Event, state: str, **form: Any) -> Row:
    """The row after a decision that can be undone."""
    reason = (event.payload or {}).get("reason", "")
    return {**decide(row, event, state=state, reason=reason, **form), **_since(row, event)}


def _since(row: Row, event: Event) -> dict[str, Any]:
    return {"project": row["project"] or event.project, "decided_at": event.occurred_at}


def _refuse(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    session = (event.payload or {})["session"]
    refusal = {"session": session, "at": event.occurred_at, "outcome": ""}
    known = [each for each in row["refusals"] if each["session"] != session]
    refusals = sorted([*known, refusal], key=lambda each: (each["at"], each["session"]))
    return {
        **row,
        "refused": row["refused"] + 1,
        "last_refused_at": max(row["last_refused_at"] or 0, event.occurred_at),
        "refusals": refusals[-_MOST_REFUSALS:],
    }


def _follow(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    session, outcome = (event.payload or {})["session"], (event.payload or {})["outcome"]
    refusals = [
        {**each, "outcome": outcome} if each["session"] == session else each
        for each in row["refusals"]
    ]
    count = f"then_{outcome}"
    return {**row, "refusals": refusals, **({count: row[count] + 1} if count in row else {})}


def _ask(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    asked: dict[str, Any] = event.payload or {}
    session = asked["session"]
    question = {"session": session, "call": asked.get("call", ""), "at": event.occurred_at,
                "answer": ""}  # fmt: skip
    known = [each for each in row["questions"] if each["session"] != session]
    questions = sorted([*known, question], key=lambda each: (each["at"], each["session"]))
    return {**row, "asked": row["asked"] + 1, "questions": questions[-_MOST_REFUSALS:]}


def _answer(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    session, outcome = (event.payload or {})["session"], (event.payload or {})["outcome"]
    questions = [
        {**each, "answer": outcome} if each["session"] == session else each
        for each in row["questions"]
    ]
    return {**row, "questions": questions}


def is_prohibition(row: Mapping[str, Any]) -> bool:
    """Whether a guard rests on a person's words, and not on failures."""
    return bool(row["forbids"]) or not row["failed"]


def _keys(event: Event) -> tuple[str, ...]:
    return (event.payload["lesson"],) if event.payload else ()


def _blank(key: str) -> Row:
    return {
        "id": key, "project": None, "state": "off", "by": "", "rule": "", "wrong": [], "right": [],
        "paths": [], "places": [], "failed": 0, "uses": 0, "decided_at": None, "reason": "",
        "refused": 0, "then_followed": 0, "then_failed": 0, "then_worked": 0,
        "last_refused_at": None, "refusals": [], "forbids": [], "by_person": 0, "asked": 0,
        "questions": [], "decisions": [], "undone": [],
    }  # fmt: skip


GUARDS = View(
    name="guards",
    version=4,
    columns={
        "id": TEXT,
        "project": optional(TEXT),
        "state": word("GuardState"),
        "by": TEXT,
        "rule": TEXT,
        "wrong": TEXTS,
        "right": TEXTS,
        "paths": TEXTS,
        "places": TEXTS,
        "failed": INTEGER,
        "uses": INTEGER,
        "decided_at": optional(TIME),
        "reason": TEXT,
        "refused": INTEGER,
        "then_followed": INTEGER,
        "then_failed": INTEGER,
        "then_worked": INTEGER,
        "last_refused_at": optional(TIME),
        "refusals": OBJECTS,
        "forbids": TEXTS,
        "by_person": INTEGER,
        "asked": INTEGER,
        "questions": OBJECTS,
        "decisions": OBJECTS,
        "undone": TEXTS,
    },
    reduce={
        "guard.enabled": _enable,
        "guard.disabled": _disable,
        "guard.retired": _retire,
        "guard.restored": _restore,
        "guard.refused": _refuse,
        "guard.resolved": _follow,
        "guard.proposed": _propose,
        "guard.qualified": _qualify,
        "guard.confirmed": _confirm,
        "guard.asked": _ask,
        "guard.answered": _answer,
    },
    keys=_keys,
    blank=_blank,
    indexes=("state",),
)
