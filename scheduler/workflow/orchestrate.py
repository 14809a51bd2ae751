"""The orchestrator: takes a request through a workflow, a step at a time, each shown by evidence.

A step counts when its evidence is on the board. Killed at any moment, a run goes on at the first
step that is not: what a step makes elsewhere (an issue, a branch, a commit, a pull request) is
found again before it is made. Nothing is ever merged.
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
from blackboard.redaction.redact import redact_all
from blackboard.storage.sqlite.lock import FileLock
from blackboard.views.view import Row
from scheduler.agents.runner import AgentMissing, AgentStopped
from scheduler.forge import ForgeUnavailable
from scheduler.git import GitFailed, Repository
from scheduler.workflow import decide, record
from scheduler.workflow.step import Doer, Step, Workflow, missing
from scheduler.workflow.steps import DOERS
from scheduler.workflow.work import Evidence, Run, Shown, StepFailed, Tools, Work, worktree_path

_LOOK = 2.0
"""Seconds between two looks at whether a run was cancelled, while an agent works."""


class RunBusy(BoardError):
    """Another process is at work on the run, or as many run as may."""


def start(board: Board, request: str, workflow: Workflow, checkout: Path, agent: str) -> str:
    """Begin a run of a request; returns its id. Nothing is done yet.

    Args:
        board: where the request is.
        request: its id.
        workflow: the steps.
        checkout: the user's own copy of the repository.
        agent: who will do the steps, as the run remembers it.

    Raises:
        NotFound: there is no such request.
        RunNotPossible: it has a run.
    """
    _, project = record.request_named(board, request)
    started = RunStarted(
        run="", request=request, workflow=workflow.name, steps=workflow.ids,
        folder=str(checkout), agent=agent,
    )  # fmt: skip
    return record.begin(board, started, project)


def go_on(run: str, workflow: Workflow, tools: Tools) -> Row:
    """Do the steps of a run that are left; returns its row when it has ended.

    Raises:
        RunNotPossible: it is over, or its workflow changed.
        RunBusy: somebody is at it, or as many run as may.
        AgentStopped: it was asked to stop; it can go on later.
        ForgeUnavailable: what is passing; it can go on later.
        GitFailed: what is passing; it can go on later.
    """
    board = tools.board
    with _alone(tools, run):
        row = record.run_named(board, run)
        decide.require_resumable(row, workflow)
        row = record.reopened(board, row)
        request, project = record.request_named(board, row["request"])
        going = Run(run, request, project, Path(row["folder"]))
        _sweep(tools)
        tools = replace(tools, stopping=_Stopping(tools, run))
        while step := decide.next_step(workflow, decide.settled(row)):
            row = _step(going, step, tools)
            if row["state"] != "running":
                break
        if row["state"] == "running":
            record.tell(board, run, project, [RunCompleted(run=run)])
        row = record.run_named(board, run)
        tools.report(row["state"], None, row["reason"])
        if row["state"] in ("completed", "cancelled"):
            _clear(going, tools)
    return row


def _step(run: Run, step: Step, tools: Tools) -> Row:
    """Do one step, and tell how it went."""
    if tools.stopping():
        return _stopped(run, tools)
    tools.report("begun", step, "")
    row = record.run_named(tools.board, run.id)
    completed, tried = record.evidence_of(tools.board, run.id)
    shown = {**{name: tried[name] for name in row["failed"] if name in tried}, **completed}
    shown = {name: shown[name] for name in row["steps"] if name in shown}
    work = Work(run, step, tools, shown, row["failed"])
    try:
        evidence, events = _done(work)
    except StepFailed as failed:
        return _fail(work, failed)
    except AgentStopped:
        return _stopped(run, tools)
    evidence = redact_all(evidence).value
    tools.report("shown", step, _told(step, evidence))
    told = StepCompleted(run=run.id, step=step.id, evidence=evidence)
    record.tell(tools.board, run.id, run.project, [*events, told])
    tools.report("completed", step, _told(step, evidence))
    return record.run_named(tools.board, run.id)


def _done(work: Work) -> tuple[Evidence, list[PayloadModel]]:
    """What the doers of a step show, one after the other, if it is all that it must show."""
    evidence: Evidence = {}
    events: list[PayloadModel] = []
    for doer in work.step.doers:
        try:
            shown = _asked(doer, work.having(evidence) if evidence else work)
        except StepFailed as failed:
            failed.evidence = {**evidence, **failed.evidence}
            raise
        evidence = {**evidence, **shown.evidence}
        events += shown.events
    lacking = missing(work.step, evidence)
    if lacking:
        raise StepFailed(f"it did not show {', '.join(lacking)}", evidence)
    return evidence, events


def _asked(doer: Doer, work: Work) -> Shown:
    """What a doer shows; what only a person can mend is said in words for a person."""
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


def _fail(work: Work, failed: StepFailed) -> Row:
    """Tell that a step failed, with all that follows from it, as one."""
    run, step, tools = work.run, work.step, work.tools
    ends_run = step.critical or failed.ends_run
    reason, evidence = redact_all([str(failed), failed.evidence]).value
    told = record.failure(run.id, step.id, reason, evidence, ends_run=ends_run)
    if failed.manual:
        told.append(ManualQueued(request=run.request.request, reason=reason, action=failed.manual))
    record.tell(tools.board, run.id, run.project, told)
    tools.report("failed" if ends_run else "noted", step, reason)
    return record.run_named(tools.board, run.id)


def _stopped(run: Run, tools: Tools) -> Row:
    """A run that was cancelled has ended; one that was merely stopped goes on later.

    Raises:
        AgentStopped: it was not cancelled.
    """
    row = record.run_named(tools.board, run.id)
    if row["state"] == "running":
        raise AgentStopped(f"{run.id} was stopped at step {row['current']}; it can go on there")
    return row


def _told(step: Step, evidence: Evidence) -> str:
    """The evidence of a step in one line."""
    left_out = [f"{name} left out: {why}" for name, why in evidence.get("left_out", {}).items()]
    shown = [
        f"{name} {value}" if isinstance(value := evidence.get(name), int) and value is not True
        else name for name in step.proofs if evidence.get(name)
    ]  # fmt: skip
    return ", ".join([*shown, *left_out])


class _Stopping:
    """Whether a run shall stop: its worker does, or somebody cancelled it."""

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
def _alone(tools: Tools, run: str) -> Iterator[None]:
    """Be the only process at work on a run, and one of no more than may run at once.

    The locks are the operating system's, so they end with a process that is killed.
    """
    tools.runs.mkdir(parents=True, exist_ok=True, mode=0o700)
    most = tools.settings.workflow_constraints.max_concurrent_workflows
    own = FileLock(tools.runs / f"{run}.lock")
    slots = [FileLock(tools.runs / f"slot-{number}.lock") for number in range(most)]
    try:
        if not own.try_acquire():
            raise RunBusy(f"another process is at work on {run}; see `automation show {run}`")
        if not any(slot.try_acquire() for slot in slots):
            raise RunBusy(f"{most} workflows run already (max_concurrent_workflows); try later")
        yield
    finally:
        for lock in (own, *slots):
            lock.close()


def _sweep(tools: Tools) -> None:
    """Take away the worktrees of runs that came to their end and were killed before clearing."""
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


def _clear(run: Run, tools: Tools) -> None:
    """Take away the worktree of a run that came to its end; branch and logs stay."""
    path = worktree_path(tools.runs, run)
    if path.exists():
        run.repository.remove_worktree(path)
