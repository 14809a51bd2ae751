"""Workflows: one row per recorded task that can be run again, and how often that went well."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from blackboard.actors import colleague
from blackboard.event import Event
from blackboard.search.document import Document
from blackboard.views.columns import INTEGER, OBJECT, OBJECTS, REAL, TEXT, TEXTS, TIME, optional
from blackboard.views.view import Row, View
from lessonboard.parts.recordings.views.runnable import why_not_runnable

_NAME = re.compile(r"[A-Za-z_]\w{0,63}", re.ASCII)
_LONGEST_TITLE = 200
_MOST_NAMED = 10
_LONGEST = 2_000


def _compile(row: Row | None, event: Event) -> Row:
    """The workflow as it was first compiled; how earlier forms of it fared still counts.

    What is in force stays so, edited or not; a new compilation is kept beside it until a person
    accepts it, for the recording that it is made from may have been changed by anybody.
    """
    payload: dict[str, Any] = event.payload or {}
    compiled = payload["workflow"]
    before: Row = row or {
        "allowed": {}, "edits": 0, "edited_by": None, "edited_at": None, "seen": 0, "reruns": 0,
        "succeeded": 0, "created_at": event.occurred_at, "last_seen_at": 0, "last_rerun_at": None,
    }  # fmt: skip
    now = {
        **before,
        "project": event.project,
        "made_by": payload.get("made_by", ""),
        "made_from_sha256": payload["made_from_sha256"],
        "seen": before["seen"] + 1,
        "created_at": min(before["created_at"], event.occurred_at),
        "last_seen_at": max(before["last_seen_at"], event.occurred_at),
    }
    if row is not None and row["workflow"] != compiled:
        return {**now, "compiled": compiled}
    return {
        **now,
        "id": payload["recording"],
        "scope": "project",
        "status": "approved",
        "trust": "tool",
        "category": "workflow",
        **_described(payload["recording"], compiled),
        "signed_by": colleague(event.actor),
        "approvers": [],
        "compiled": None,
        "event": event.id,
        "edited_by": None,
        "edited_at": None,
        "confidence": _confidence(before["reruns"], before["succeeded"]),
    }


def _edit(row: Row | None, event: Event) -> Row | None:
    """The workflow as a person wants it; where that is as it was compiled, it is not edited."""
    if row is None:
        return None
    payload: dict[str, Any] = event.payload or {}
    compiled = row["compiled"] or row["workflow"]
    is_edited = payload["workflow"] != compiled
    return {
        **row,
        **_described(row["id"], payload["workflow"]),
        "compiled": compiled if is_edited else None,
        "signed_by": colleague(event.actor),
        "approvers": [],
        "event": event.id,
        "edits": row["edits"] + 1,
        "edited_by": event.actor if is_edited else None,
        "edited_at": event.occurred_at if is_edited else None,
        "last_seen_at": max(row["last_seen_at"], event.occurred_at),
    }


def _described(recording: str, workflow: dict[str, Any]) -> Row:
    """The workflow in force, what is shown of it, and that no run of it is known yet."""
    listed = workflow.get("parameters")
    params = [{"name": name, **each, "sensitive": each.get("kind") == "secret"}
              for name, each in (listed.items() if isinstance(listed, dict) else ())
              if isinstance(each, dict)]  # fmt: skip
    title = _line(workflow.get("title"))[:_LONGEST_TITLE] or recording
    unrunnable = why_not_runnable(workflow)
    return {
        "title": title,
        "statement": _statement(recording, title, params, unrunnable),
        "task_params": params,
        "workflow": workflow,
        "unrunnable": unrunnable,
        "last_run": {},
    }


_NOT_AT_FAULT = ("login", "denied", "value")
"""Causes of a failed run that say nothing about the workflow, so that it does not count."""


def _went_well(told: dict[str, Any]) -> bool:
    """Whether every step was done, and the end was as recorded or cannot be checked."""
    unchecked = told.get("outcome") == "unchecked" and told.get("failed_step") is None
    return bool(told["succeeded"]) or unchecked


def _rerun(row: Row | None, event: Event) -> Row | None:
    if row is None:
        return None
    told: dict[str, Any] = event.payload or {}
    reruns = row["reruns"] + (told.get("cause", "") not in _NOT_AT_FAULT)
    succeeded = row["succeeded"] + _went_well(told)
    last_run = _last_run(told, event.occurred_at)
    return {
        **row,
        "statement": _statement(
            row["id"], row["title"], row["task_params"], row["unrunnable"], last_run
        ),
        "last_run": last_run,
        "reruns": reruns,
        "succeeded": succeeded,
        "confidence": _confidence(reruns, succeeded),
        "seen": row["seen"] + 1,
        "last_seen_at": max(row["last_seen_at"], event.occurred_at),
        "last_rerun_at": max(row["last_rerun_at"] or 0, event.occurred_at),
    }


def _allow(row: Row | None, event: Event) -> Row | None:
    told: dict[str, Any] = event.payload or {}
    allowed = {"workflow_sha256": told["workflow_sha256"], "hosts": told.get("hosts", []),
               "dangerous": told.get("dangerous", False), "profile": told.get("profile", ""),
               "at": event.occurred_at}  # fmt: skip
    by_whom = [colleague(event.actor)] if row and row["signed_by"] else []
    return row and {**row, "allowed": allowed, "approvers": by_whom}


def _disallow(row: Row | None, event: Event) -> Row | None:
    return row and {**row, "allowed": {}, "approvers": []}


def _last_run(told: dict[str, Any], at: int) -> dict[str, Any]:
    """What became of a run; `step` is the number of the step that failed, or None.

    A run whose outcome nothing could check has not failed.
    """
    failed = told.get("failed_step")
    numbers = {each.get("index"): number for number, each in enumerate(told.get("steps", ()), 1)}
    return {
        "run": told.get("run", ""),
        "at": at,
        "failed": not told["succeeded"] and told.get("outcome") != "unchecked",
        "step": None if failed is None else numbers.get(failed, failed + 1),
        **{name: told.get(name, "") for name in ("expected", "seen", "cause", "outcome")},
    }


def _confidence(reruns: int, succeeded: int) -> float:
    """How likely the next run goes well, by the rule of succession."""
    return round((succeeded + 1) / (reruns + 2), 3)


def _statement(
    recording: str,
    title: str,
    params: list[dict[str, Any]],
    unrunnable: str = "",
    last_run: Mapping[str, Any] | None = None,
) -> str:
    """What it does and how it is run; of what a model or a page said only names are taken.

    Secrets are not given on a command line.
    """
    if unrunnable:
        return f"The recorded task {recording} ({title}) cannot be run: {unrunnable}"
    named = [(name, each.get("sensitive")) for each in params
             if _NAME.fullmatch(name := str(each.get("name", "")))]  # fmt: skip
    plain = [name for name, is_secret in named if not is_secret]
    given = "".join(f" --param {name}=..." for name in plain)
    if len(plain) > _MOST_NAMED:
        given = " --params FILE"
    secrets = ", ".join([name for name, is_secret in named if is_secret][:_MOST_NAMED])
    asked = f"; it needs the secrets {secrets} in the file of --params" if secrets else ""
    run = f"`lessonboard recording run {recording}{given}`"
    return f"{run} does this recorded task again: {title}{asked}{_warning(last_run or {})}"


def _warning(last_run: Mapping[str, Any]) -> str:
    """That the last run failed, and where; none of what a page showed then."""
    if not last_run or not last_run["failed"]:
        return ""
    where = "" if last_run["step"] is None else f" at step {last_run['step']}"
    return f"; its last run failed{where}"


def _document(row: Row) -> Document:
    workflow = row["workflow"]
    about = [each.get("description") for each in row["task_params"]]
    steps = [each.get("what") for each in _listed(workflow, "steps") if isinstance(each, dict)]
    told = (workflow.get("description"),)
    return Document(
        None if row["scope"] == "global" else row["project"],
        row["title"],
        "\n".join(filter(None, map(_line, told))),
        "\n".join(filter(None, map(_line, [*about, *steps]))),
        constraint=row["statement"],
        offered=row["status"] == "approved" and not row["unrunnable"],
    )


def _listed(value: Any, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def _line(text: object) -> str:
    """A text as one line."""
    return " ".join(text.split())[:_LONGEST] if isinstance(text, str) else ""


WORKFLOWS = View(
    name="workflows",
    version=7,
    columns={
        "id": TEXT,
        "project": optional(TEXT),
        "scope": TEXT,
        "status": TEXT,
        "trust": TEXT,
        "confidence": REAL,
        "seen": INTEGER,
        "category": TEXT,
        "title": TEXT,
        "statement": TEXT,
        "task_params": OBJECTS,
        "workflow": OBJECT,
        "unrunnable": TEXT,
        "last_run": OBJECT,
        "allowed": OBJECT,
        "signed_by": TEXT,
        "approvers": TEXTS,
        "compiled": optional(OBJECT),
        "event": TEXT,
        "edits": INTEGER,
        "edited_by": optional(TEXT),
        "edited_at": optional(TIME),
        "made_by": TEXT,
        "made_from_sha256": TEXT,
        "reruns": INTEGER,
        "succeeded": INTEGER,
        "created_at": TIME,
        "last_seen_at": TIME,
        "last_rerun_at": optional(TIME),
    },
    reduce={
        "workflow.compiled": _compile,
        "workflow.edited": _edit,
        "workflow.rerun": _rerun,
        "workflow.allowed": _allow,
        "workflow.disallowed": _disallow,
    },
    keys=lambda event: (event.payload["recording"],) if event.payload else (),
    indexes=("project", "last_seen_at"),
    document=_document,
    injectable=True,
)
