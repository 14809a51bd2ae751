"""The queue of the sample board, and two runs of the workflow for improvements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from blackboard import Board
from blackboard.events.automation import (
    ImprovementRequested,
    RunCompleted,
    RunFailed,
    RunStarted,
    StepCompleted,
    StepFailed,
)
from blackboard.events.payload import PayloadModel
from blackboard.events.reflection import Pattern
from lessonboard.parts.automation.workflow import record
from scheduler.work.queue import Queue

_REQUESTS = {"locked-database": "Wait for the database",
             "missing-seed": "Seed the database before the tests"}  # fmt: skip
_STEPS = tuple("12345678")


def add_work(board: Board, session: str, project: str) -> None:
    """Items that wait, one that was put aside, and two runs of the workflow for improvements."""
    queue = Queue(board, "worker@example")
    queue.create("reflect", {"session": session}, project=project)
    queue.create("improve", {"request": "missing-seed"}, priority="P1", project=project)
    [item] = queue.claim(["improve"], 1)
    queue.fail(item, "no model is configured", retry=False)
    for name, events in zip(_REQUESTS, (list(_went_well()), list(_stopped())), strict=True):
        board.record(_request(name), actor="automation", project=project)
        started = RunStarted(run="", request=name, workflow="default", steps=list(_STEPS),
                             folder="/tmp/samples/parcel-api", agent="claude-code")  # fmt: skip
        run = record.begin(board, started, project)
        record.append(board, run, project, [each.model_copy(update={"run": run})
                                            for each in events])  # fmt: skip


def _request(name: str) -> ImprovementRequested:
    pattern = Pattern(type="error_patterns", severity="high", count=6,
                      suggestion="Wait while another program writes.",
                      samples=["sqlite3.OperationalError: database is locked"])  # fmt: skip
    return ImprovementRequested(
        request=name, issue_title=_REQUESTS[name], priority="high",
        issue_description="It failed in six sessions.",
        improvement_type="error_handling", source_pattern=pattern,
    )  # fmt: skip


_EVIDENCE: tuple[dict[str, Any], ...] = (
    {"exit_code": 0, "components": [], "lines": 0},
    {"issue": 1},
    {"branch": "feat/issue-1"},
    {"exit_code": 0, "components": ["tests"], "lines": 11},
    {"exit_code": 0, "components": ["tests", "tools"], "lines": 13},
    {"exit_code": 0, "components": ["tests", "tools"], "lines": 13},
    {"exit_codes": {"npm run test:unit": 0}},
    {"commit": "167604103fb3eb88cf4b3007e86f7d32f801a8f2", "lines": 13},
)


def _completed(steps: int) -> Iterator[PayloadModel]:
    for step, evidence in zip(_STEPS[:steps], _EVIDENCE, strict=False):
        yield StepCompleted(run="", step=step, evidence=evidence)


def _went_well() -> Iterator[PayloadModel]:
    yield from _completed(len(_STEPS))
    yield RunCompleted(run="")


def _stopped() -> Iterator[PayloadModel]:
    reason = "`npm run test:unit` ended with 1"
    yield from _completed(6)
    yield StepFailed(run="", step="7", reason=reason,
                     evidence={"exit_codes": {"npm run test:unit": 1}})  # fmt: skip
    yield RunFailed(run="", step="7", reason=reason)
