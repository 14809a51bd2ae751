"""What the sample board holds beside lessons: a recording with its runs, work, and hooks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from blackboard import Board
from blackboard.event import iso
from blackboard.events.automation import (
    ImprovementRequested,
    RunCompleted,
    RunFailed,
    RunStarted,
    StepCompleted,
    StepFailed,
)
from blackboard.events.payload import PayloadModel
from blackboard.events.recording import RerunStep, WorkflowRerun
from blackboard.events.reflection import Pattern
from scheduler.work.queue import Queue
from scheduler.workflow import record

SAMPLES = Path(__file__).parents[1] / "recordings"
RECORDING = "delete-a-customer"
_REQUESTS = {"locked-database": "Wait for the database",
             "missing-seed": "Seed the database before the tests"}  # fmt: skip
_STEPS = tuple("12345678")


def add_recording(home: Path, run: Callable[..., None]) -> None:
    """Take a recorded task in, and make its workflow.

    Args:
        home: the folder that the recording is copied into.
        run: runs a command of the program there.
    """
    shutil.copytree(SAMPLES / RECORDING, home / "recordings" / RECORDING)
    run("recording", "import", f"recordings/{RECORDING}")
    run("reflect", "--session", RECORDING, "--no-model")


def add_reruns(board: Board, beside: Path) -> None:
    """The runs of the recorded task, with their reports where the page looks for them."""
    for folder in sorted((SAMPLES / "reruns").iterdir()):
        report = json.loads((folder / "report.json").read_bytes())
        shutil.copytree(folder, beside / "reruns" / folder.name)
        board.record(_rerun(report), actor="rerun")


def _rerun(report: dict[str, Any]) -> WorkflowRerun:
    steps = [RerunStep(index=each["index"], verdict=each["verdict"], seconds=each["seconds"],
                       found_by=each["found_by"]) for each in report["steps"]]  # fmt: skip
    stopped = next((each for each in report["steps"] if each["verdict"] == "failed"), None)
    return WorkflowRerun(
        recording=RECORDING, run=report["run"], parameters=report["parameters"], steps=steps,
        succeeded=report["succeeded"], seconds=report["seconds"], outcome=report["outcome"],
        steps_done=sum(each.verdict == "done" for each in steps),
        failed_step=stopped["index"] if stopped else None,
        expected=stopped["expected"] if stopped else "",
    )  # fmt: skip


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


def add_hooks(home: Path, sessions: Path, now: int) -> None:
    """The transcripts of Claude Code in a home, and how long hooks took there lately."""
    projects = home / ".claude" / "projects"
    shutil.copytree(sessions / "claude-code", projects, dirs_exist_ok=True)
    lines = [_hook(event, number, now) for number in range(40)
             for event in ("SessionStart", "UserPromptSubmit", "PreToolUse")]  # fmt: skip
    (projects / "-tmp-samples-parcel-api" / "hooks.jsonl").write_text("\n".join(lines) + "\n")


def _hook(event: str, number: int, now: int) -> str:
    took = {"SessionStart": 60, "UserPromptSubmit": 34, "PreToolUse": 22}[event]
    return json.dumps({
        "type": "attachment",
        "timestamp": iso(now - number * 3_600_000_000),
        "attachment": {"type": "hook_success", "hookEvent": event, "toolUseID": f"{event}{number}",
                       "command": "lessonboard-hook", "durationMs": took + number * 7 % 19,
                       "content": ""},
    })  # fmt: skip
