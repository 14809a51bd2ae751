"""The orchestrator runs a request's workflow step by step and demands evidence for each.

A step counts once its evidence is on the board. A run that was killed resumes at the first step
without evidence; what a step creates elsewhere (an issue, a branch, a commit, a pull request) is
looked up before it is created, so nothing is created twice. Nothing is ever merged.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.events.automation import ManualQueued, RunCompleted, RunStarted, StepCompleted
from blackboard.events.payload import PayloadModel
from blackboard.file_lock import FileLock
from blackboard.private_folder import make_private_folder
from blackboard.redaction.redact import redact_all
from blackboard.views.rows import RunRow
from lessonboard.parts.automation.forge.forge import ForgeUnavailable
from lessonboard.parts.automation.git.worktree import GitFailed, Repository
from lessonboard.parts.automation.runners.runner import AgentMissing, AgentStopped
from lessonboard.parts.automation.workflow import decide, record
from lessonboard.parts.automation.workflow.step import Doer, Step, Workflow, missing
from lessonboard.parts.automation.workflow.steps import DOERS
from lessonboard.parts.automation.workflow.work import (
    Evidence,
    Run,
    Shown,
    StepFailed,
    Tools,
    Work,
    worktree_path,
)

_LOOK = 2.0
"""Seconds between two checks for a cancelled run while an agent works."""


class RunBusy(BoardError):
    """Another process works on the run, or the maximum number of runs is active."""


def start(board: Board, request: str, workflow: Workflow, checkout: Path, agent: str) -> str:
    """Begin a run of a request and return its id, without doing any step yet.

    Args:
        board: the board with the request.
        request: its id.
        workflow: the steps.
        checkout: the user's working copy of the repository.
        agent: the agent that will do the steps, recorded with the run.

    Raises:
        NotFound: there is no such request.
        RunNotPossible: it has an open or completed run.
    """
    _, project = record.request_named(board, request)
    started = RunStarted(
        run="", request=request, workflow=workflow.name, steps=workflow.ids,
        folder=str(checkout), agent=agent,
    )  # fmt: skip
    return record.begin(board, started, project)


def go_on(run: str, workflow: Workflow, tools: Tools) -> RunRow:
    """Run the remaining steps of a run and return its final row.

    Raises:
        RunNotPossible: it has ended, or its workflow changed.
        RunBusy: another process works on it, or too many runs are active.
        AgentStopped: it was asked to stop; it can be resumed.
        ForgeUnavailable: a temporary failure; it can be resumed.
        GitFailed: a temporary failure; it can be resumed.
    """
    board = tools.board
    with _exclusive(tools, run):
        row = record.run_named(board, run)
        decide.require_resumable(row, workflow)
        row = record.reopened(board, row)
        request, project = record.request_named(board, row["request"])
        context = Run(run, request, project, Path(row["folder"]))
        _remove_leftovers(tools)
        tools = replace(tools, stopping=_Stopping(tools, run))
        while step := decide.next_step(workflow, decide.settled(row)):
            row = _step(context, step, tools)
            if row["state"] != "running":
                break
        if row["state"] == "running":
            record.append(board, run, project, [RunCompleted(run=run)])
        row = record.run_named(board, run)
        tools.report(row["state"], None, row["reason"])
        if row["state"] in ("completed", "cancelled"):
            _remove_worktree(context, tools)
    return row


def _step(run: Run, step: Step, tools: Tools) -> RunRow:
    """Run one step and record its result."""
    if tools.stopping():
        return _stopped(run, tools)
    tools.report("begun", step, "")
    row = record.run_named(tools.board, run.id)
    completed, tried = record.evidence_of(tools.board, run.id)
    shown = {**{name: tried[name] for name in row["failed"] if name in tried}, **completed}
    shown = {name: shown[name] for name in row["steps"] if name in shown}
    work = Work(run, step, tools, shown, row["failed"])
    try:
        evidence, events = _run_doers(work)
    except StepFailed as failed:
        return _record_failure(work, failed)
    except AgentStopped:
        return _stopped(run, tools)
    evidence = redact_all(evidence).value
    tools.report("shown", step, _summary(step, evidence))
    completed_event = StepCompleted(run=run.id, step=step.id, evidence=evidence)
    record.append(tools.board, run.id, run.project, [*events, completed_event])
    tools.report("completed", step, _summary(step, evidence))
    return record.run_named(tools.board, run.id)


def _run_doers(work: Work) -> tuple[Evidence, list[PayloadModel]]:
    """Run a step's doers in order and collect their evidence, which must be complete."""
    evidence: Evidence = {}
    events: list[PayloadModel] = []
    for doer in work.step.doers:
        try:
            shown = _run_doer(doer, work.having(evidence) if evidence else work)
        except StepFailed as failed:
            failed.evidence = {**evidence, **failed.evidence}
            raise
        evidence = {**evidence, **shown.evidence}
        events += shown.events
    lacking = missing(work.step, evidence)
    if lacking:
        raise StepFailed(f"it did not show {', '.join(lacking)}", evidence)
    return evidence, events


def _run_doer(doer: Doer, work: Work) -> Shown:
    """Run one doer; errors that only a person can fix become manual work."""
    try:
        return DOERS[doer](work)
    except ForgeUnavailable as error:
        if error.cause in ("offline", "rate-limited"):
            raise
        raise _for_a_person(doer, work, error) from error
    except GitFailed as error:
        if error.passing:
            raise
        raise _for_a_person(doer, work, error) from error
    except AgentMissing as error:
        raise StepFailed(str(error), ends_run=True) from error


def _for_a_person(doer: Doer, work: Work, error: BoardError) -> StepFailed:
    action = decide.manual_action(doer, {"branch": work.found("branch")}, work.run.id)
    return StepFailed(str(error), manual=action)


def _record_failure(work: Work, failed: StepFailed) -> RunRow:
    """Record a failed step and its consequences in one append."""
    run, step, tools = work.run, work.step, work.tools
    ends_run = step.critical or failed.ends_run
    reason, evidence = redact_all([str(failed), failed.evidence]).value
    payloads = record.failure(run.id, step.id, reason, evidence, ends_run=ends_run)
    if failed.manual:
        payloads.append(
            ManualQueued(request=run.request.request, reason=reason, action=failed.manual)
        )
    record.append(tools.board, run.id, run.project, payloads)
    tools.report("failed" if ends_run else "noted", step, reason)
    return record.run_named(tools.board, run.id)


def _stopped(run: Run, tools: Tools) -> RunRow:
    """Return the row of a cancelled run; a run that was only stopped can be resumed.

    Raises:
        AgentStopped: the run was stopped, not cancelled.
    """
    row = record.run_named(tools.board, run.id)
    if row["state"] == "running":
        raise AgentStopped(f"{run.id} was stopped at step {row['current']}; it can go on there")
    return row


def _summary(step: Step, evidence: Evidence) -> str:
    """A step's evidence in one line."""
    left_out = [f"{name} left out: {why}" for name, why in evidence.get("left_out", {}).items()]
    shown = [
        f"{name} {value}" if isinstance(value := evidence.get(name), int) and value is not True
        else name for name in step.proofs if evidence.get(name)
    ]  # fmt: skip
    return ", ".join([*shown, *left_out])


class _Stopping:
    """Whether to stop: the worker is stopping, or the run was cancelled."""

    def __init__(self, tools: Tools, run: str) -> None:
        self._tools = tools
        self._run = run
        self._looked_at = time.monotonic()

    def __call__(self) -> bool:
        if self._tools.stopping():
            return True
        now = time.monotonic()
        if now - self._looked_at < _LOOK:
            return False
        self._looked_at = now
        return bool(record.run_named(self._tools.board, self._run)["state"] != "running")


@contextmanager
def _exclusive(tools: Tools, run: str) -> Iterator[None]:
    """Lock a run for this process, and one of the limited slots for active runs.

    The operating system releases the locks of a killed process.
    """
    make_private_folder(tools.runs)
    most = tools.settings.workflow_constraints.max_concurrent_workflows
    own = FileLock(tools.runs / f"{run}.lock")
    slots = [FileLock(tools.runs / f"slot-{number}.lock") for number in range(most)]
    try:
        if not own.try_acquire():
            raise RunBusy(f"another process works on {run}; see `lessonboard automation {run}`")
        if not any(slot.try_acquire() for slot in slots):
            raise RunBusy(f"{most} workflows are running already; try later")
        yield
    finally:
        for lock in (own, *slots):
            lock.close()


def _remove_leftovers(tools: Tools) -> None:
    """Remove the worktrees of finished runs whose process was killed before it could."""
    for row in tools.board.view("runs"):
        checkout = Path(row["folder"])
        place = tools.runs / row["run"] / checkout.name
        if row["state"] not in ("completed", "cancelled") or not place.exists():
            continue
        lock = FileLock(tools.runs / f"{row['run']}.lock")
        try:
            if checkout.is_dir() and lock.try_acquire():
                Repository(checkout).remove_worktree(place)
        finally:
            lock.close()


def _remove_worktree(run: Run, tools: Tools) -> None:
    """Remove the worktree of a finished run; its branch and logs stay."""
    path = worktree_path(tools.runs, run)
    if path.exists():
        run.repository.remove_worktree(path)
