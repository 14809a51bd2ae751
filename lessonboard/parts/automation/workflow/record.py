"""Write the events of runs, and read runs back from the board."""

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
from lessonboard.parts.automation.workflow.decide import OPEN, RunNotPossible, require_startable
from lessonboard.parts.automation.workflow.work import Evidence

ACTOR = "orchestrator"


def request_named(board: Board, name: str) -> tuple[ImprovementRequested, str | None]:
    """The latest version of a request, and its project.

    Raises:
        NotFound: it does not exist, or was forgotten.
    """
    found: tuple[ImprovementRequested, str | None] | None = None
    for event in board.read(types=[ImprovementRequested.type]):
        if event.payload and event.payload["request"] == name:
            found = ImprovementRequested.model_validate(event.payload), event.project
    if found is None:
        raise NotFound(f"there is no request {name!r}; see `lessonboard automation --json`")
    return found


def run_named(board: Board, name: str) -> RunRow:
    """The row of a run.

    Raises:
        NotFound: it does not exist.
    """
    rows = board.view("runs", where={"run": name})
    if not rows:
        raise NotFound(f"there is no run {name!r}; see `lessonboard automation --runs`")
    return rows[0]


def begin(board: Board, started: RunStarted, project: str | None) -> str:
    """Record the start of a run, unless its request has one, and return the run's id.

    Raises:
        RunNotPossible: it has an open or completed run.
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
    """End an open run.

    Raises:
        NotFound: there is no such run.
        RunNotPossible: it has ended.
    """
    with board.transaction():
        row = run_named(board, run)
        if row["state"] not in OPEN:
            raise RunNotPossible(f"{run} is {row['state']} already")
        append(board, run, row["project"], [RunCancelled(run=run, reason=reason)])
    return run_named(board, run)


def reopened(board: Board, row: RunRow) -> RunRow:
    """Record that a failed run resumes at the step that ended it, and return its new row."""
    if row["state"] == "failed":
        resumed = RunResumed(run=row["run"], step=row["current"] or "")
        append(board, row["run"], row["project"], [resumed])
    return run_named(board, row["run"])


def evidence_of(board: Board, run: str) -> tuple[dict[str, Evidence], dict[str, Evidence]]:
    """The evidence of a run's steps: of the completed ones, and of the failed ones."""
    completed: dict[str, Evidence] = {}
    failed: dict[str, Evidence] = {}
    types = [StepCompleted.type, StepFailed.type]
    for event in board.read(stream=streams.run(run), types=types):
        payload: dict[str, Any] = event.payload or {}
        if payload:
            target = completed if event.type == StepCompleted.type else failed
            target[payload["step"]] = payload.get("evidence", {})
    return completed, failed


def failure(
    run: str, step: str, reason: str, evidence: Evidence, *, ends_run: bool
) -> list[PayloadModel]:
    """The events of a failed step, which may end the run."""
    failed = StepFailed(run=run, step=step, reason=reason, evidence=evidence)
    return [failed, RunFailed(run=run, reason=reason, step=step)] if ends_run else [failed]
