"""Automation: one row per fingerprint, from the first trigger to what became of it."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, TEXT, TIME, optional
from blackboard.views.view import Row, View


def _blank(fingerprint: str) -> Row:
    row: Row = dict.fromkeys(AUTOMATION.columns)
    return {**row, "fingerprint": fingerprint, "triggers": 0, "dry_runs": 0, "suppressed": 0}


def _trigger(row: Row | None, event: Event) -> Row | None:
    triggered: dict[str, Any] = event.payload or {}
    if row is None:
        return None
    counter = "dry_runs" if triggered.get("dry_run", True) else "triggers"
    return {
        **row,
        counter: row[counter] + 1,
        "project": event.project,
        "subject": triggered["subject"],
        "last_triggered_at": event.occurred_at,
    }


def _suppress(row: Row | None, event: Event) -> Row | None:
    suppressed: dict[str, Any] = event.payload or {}
    return row and {
        **row,
        "project": event.project,
        "suppressed": row["suppressed"] + 1,
        "reason": suppressed["reason"],
    }


def _request(row: Row | None, event: Event) -> Row | None:
    requested: dict[str, Any] = event.payload or {}
    return row and {
        **row,
        "request": requested["request"],
        "title": requested["issue_title"],
        "outcome": None,
        "measured_at": None,
        "reported_at": None,
    }


def _issue(row: Row | None, event: Event) -> Row | None:
    created: dict[str, Any] = event.payload or {}
    return row and {**row, "issue": created["number"], "url": created["url"]}


def _measure(row: Row | None, event: Event) -> Row | None:
    """The measurement of the last request; one of an earlier request is history.

    One without a verdict did not say what had been examined, so it is made again.
    """
    measured: dict[str, Any] = event.payload or {}
    if row is None or row["request"] != measured["request"] or not measured.get("verdict"):
        return row
    return {
        **row,
        "examined": measured["examined"],
        "recurred": measured["recurred"],
        "outcome": measured["verdict"],
        "measured_at": event.occurred_at,
    }


def _report(row: Row | None, event: Event) -> Row | None:
    reported: dict[str, Any] = event.payload or {}
    if row is None or row["request"] != reported["request"]:
        return row
    return {**row, "reported_at": event.occurred_at}


def _keys(event: Event) -> tuple[str, ...]:
    payload = event.payload or {}
    name = payload.get("fingerprint") or payload.get("context", {}).get("fingerprint")
    return (str(name),) if name else ()


AUTOMATION = View(
    name="automation",
    version=2,
    columns={
        "fingerprint": TEXT,
        "project": optional(TEXT),
        "subject": optional(TEXT),
        "triggers": INTEGER,
        "dry_runs": INTEGER,
        "suppressed": INTEGER,
        "reason": optional(TEXT),
        "request": optional(TEXT),
        "title": optional(TEXT),
        "issue": optional(INTEGER),
        "url": optional(TEXT),
        "last_triggered_at": optional(TIME),
        "outcome": optional(TEXT),
        "measured_at": optional(TIME),
        "reported_at": optional(TIME),
        "examined": optional(INTEGER),
        "recurred": optional(INTEGER),
    },
    reduce={
        "automation.triggered": _trigger,
        "automation.suppressed": _suppress,
        "improvement.requested": _request,
        "issue.created": _issue,
        "improvement.measured": _measure,
        "improvement.reported": _report,
    },
    keys=_keys,
    blank=_blank,
    indexes=("project",),
)
