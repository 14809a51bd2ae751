"""What the board knows of runs: how they are told, and how they are read back."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.events import streams
from blackboard.events.automation import (
    ImprovementRequested,
    RunCancelled,
    RunFailed,
    RunResumed,
    RunStarted,
    StepCompleted,
    StepFailed,
)
from blackboard.events.payload import PayloadModel
from blackboard.views.rows import RunRow
from scheduler.workflow.decide import OPEN, RunNotPossible, require_startable
from scheduler.workflow.work import Evidence

ACTOR = "orchestrator"


def request_named(board: Board, name: str) -> tuple[ImprovementRequested, str | None]:
    """A request as it was last made, and its project.

    Raises:
        NotFound: there is none, or it was forgotten.
    """
    found: tuple[ImprovementRequested, str | None] | None = None
    for event in board.read(types=[ImprovementRequested.type]):
        if event.payload and event.payload["request"] == name:
            found = ImprovementRequested.model_validate(event.payload), event.project
    if found is None:
        raise NotFound(f"there is no request {name!r}; see `lessonboard automation status --json`")
    return found


def run_named(board: Board, name: str) -> RunRow:
    """The row of a run.

    Raises:
        NotFound: there is none.
    """
    rows = board.view("runs", where={"run": name})
    if not rows:
        raise NotFound(f"there is no run {name!r}; see `lessonboard automation list`")
    return rows[0]


def begin(board: Board, started: RunStarted, project: str | None) -> str:
    """Tell that a run began, unless its request has one; returns its id.

    Raises:
        RunNotPossible: it has one.
    """
    with board.transaction():
        rows = board.view("runs", where={"request": started.request})
        require_startable(rows, started.request)
        seed = f"{started.request}:{len(rows)}"
        run = f"run-{hashlib.sha256(seed.encode()).hexdigest()[:12]}"
        append(board, run, project, [started.model_copy(update={"run": run})])
    return run


def append(board: Board, run: str, project: str | None, payloads: Sequence[PayloadModel]) -> None:
    """Record what happened in a run, all of it or nothing; what happens once is recorded once."""
    board.record(*payloads, actor=ACTOR, project=project, stream=streams.run(run))


def cancel(board: Board, run: str, reason: str) -> RunRow:
    """End a run that is not over.

    Raises:
        NotFound: there is no such run.
        RunNotPossible: it is over.
    """
    with board.transaction():
        row = run_named(board, run)
        if row["state"] not in OPEN:
            raise RunNotPossible(f"{run} is {row['state']} already")
        append(board, run, row["project"], [RunCancelled(run=run, reason=reason)])
    return run_named(board, run)


def reopened(board: Board, row: RunRow) -> RunRow:
    """Tell that a run which had ended goes on, at the step that ended it; returns its new row."""
    if row["state"] == "failed":
        told = RunResumed(run=row["run"], step=row["current"] or "")
        append(board, row["run"], row["project"], [told])
    return run_named(board, row["run"])


def evidence_of(board: Board, run: str) -> tuple[dict[str, Evidence], dict[str, Evidence]]:
    """What the steps of a run have shown: those that were completed, and those that failed."""
    completed: dict[str, Evidence] = {}
    failed: dict[str, Evidence] = {}
    types = [StepCompleted.type, StepFailed.type]
    for event in board.read(stream=streams.run(run), types=types):
        told: dict[str, Any] = event.payload or {}
        if told:
            place = completed if event.type == StepCompleted.type else failed
            place[told["step"]] = told.get("evidence", {})
    return completed, failed


def failure(
    run: str, step: str, reason: str, evidence: Evidence, *, ends_run: bool
) -> list[PayloadModel]:
    """A step that failed, and, where the others need it, with it the run."""
    failed = StepFailed(run=run, step=step, reason=reason, evidence=evidence)
    return [failed, RunFailed(run=run, reason=reason, step=step)] if ends_run else [failed]
