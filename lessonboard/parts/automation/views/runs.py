"""Runs: one row per run of a workflow, with its steps and how far it has come."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, OBJECT, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Row, View


def _start(row: Row | None, event: Event) -> Row | None:
    started: dict[str, Any] = event.payload or {}
    if row is not None:
        return row  # a run begins once
    blank: Row = dict.fromkeys(RUNS.columns)
    steps = started["steps"]
    return {
        **blank,
        "run": started["run"],
        "request": started["request"],
        "project": event.project,
        "workflow": started["workflow"],
        "folder": started.get("folder", ""),
        "agent": started.get("agent", ""),
        "state": "running",
        "steps": steps,
        "completed": [],
        "failed": {},
        "steps_done": 0,
        "steps_total": len(steps),
        "current": steps[0] if steps else None,
        "reason": "",
        "started_at": event.occurred_at,
        "last_at": event.recorded_at,
    }


def _complete_step(row: Row | None, event: Event) -> Row | None:
    told: dict[str, Any] = event.payload or {}
    if row is None:
        return None
    evidence = told["evidence"]
    step = told["step"]
    completed = [*row["completed"], *([] if step in row["completed"] else [step])]
    failed = {name: reason for name, reason in row["failed"].items() if name != step}
    found = {
        "issue": evidence.get("issue") or row["issue"],
        "branch": evidence.get("branch") or row["branch"],
        "pr": evidence.get("pull-request") or row["pr"],
    }
    return _moved({**row, **found, "completed": completed, "failed": failed}, event)


def _fail_step(row: Row | None, event: Event) -> Row | None:
    told: dict[str, Any] = event.payload or {}
    if row is None or told["step"] in row["completed"]:
        return row
    return _moved({**row, "failed": {**row["failed"], told["step"]: told["reason"]}}, event)


def _moved(row: Row, event: Event) -> Row:
    settled = {*row["completed"], *row["failed"]}
    current = next((step for step in row["steps"] if step not in settled), None)
    return {
        **row,
        "steps_done": len(row["completed"]),
        "current": current,
        "last_at": event.recorded_at,
    }


def _open_pull(row: Row | None, event: Event) -> Row | None:
    opened: dict[str, Any] = event.payload or {}
    return row and {**row, "pr": opened["number"], "last_at": event.recorded_at}


def _resume(row: Row | None, event: Event) -> Row | None:
    """Going on begins at the step that ended the run, so it is no longer one that failed."""
    if row is None:
        return None
    again = (event.payload or {}).get("step")
    failed = {name: reason for name, reason in row["failed"].items() if name != again}
    return _moved({**row, "state": "running", "reason": "", "failed": failed}, event)


def _finish(row: Row | None, event: Event) -> Row | None:
    return row and {**row, "state": "completed", "current": None, "last_at": event.recorded_at}


def _fail(row: Row | None, event: Event) -> Row | None:
    told: dict[str, Any] = event.payload or {}
    ended = {"state": "failed", "reason": told["reason"], "last_at": event.recorded_at}
    return row and {**row, **ended, "current": told.get("step") or row["current"]}


def _cancel(row: Row | None, event: Event) -> Row | None:
    reason = (event.payload or {}).get("reason", "")
    ended = {"state": "cancelled", "reason": reason, "last_at": event.recorded_at}
    return row and {**row, **ended}


RUNS = View(
    name="runs",
    version=1,
    columns={
        "run": TEXT,
        "request": TEXT,
        "project": optional(TEXT),
        "workflow": TEXT,
        "folder": TEXT,
        "agent": TEXT,
        "state": TEXT,
        "steps": TEXTS,
        "completed": TEXTS,
        "failed": OBJECT,
        "steps_done": INTEGER,
        "steps_total": INTEGER,
        "current": optional(TEXT),
        "issue": optional(INTEGER),
        "pr": optional(INTEGER),
        "branch": optional(TEXT),
        "reason": TEXT,
        "started_at": TIME,
        "last_at": TIME,
    },
    reduce={
        "run.started": _start,
        "step.completed": _complete_step,
        "step.failed": _fail_step,
        "pr.created": _open_pull,
        "run.resumed": _resume,
        "run.completed": _finish,
        "run.failed": _fail,
        "run.cancelled": _cancel,
    },
    keys=lambda event: (event.payload["run"],) if event.payload else (),
    indexes=("request", "state", "started_at"),
)
