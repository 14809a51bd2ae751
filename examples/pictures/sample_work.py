"""What the sample board holds beside lessons: transcripts, a recording with its runs, and work."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from blackboard import Board
from blackboard.event import iso, micros
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
from examples.pictures.sample_sessions import Clock
from scheduler.work.queue import Queue
from scheduler.workflow import record

SESSIONS = Path(__file__).parents[1] / "sessions"
SAMPLES = Path(__file__).parents[1] / "recordings"
RECORDING = "delete-a-customer"
_REQUESTS = {"locked-database": "Wait for the database",
             "missing-seed": "Seed the database before the tests"}  # fmt: skip
_STEPS = tuple("12345678")
_RECORDED = micros("2026-11-23T06:40:00Z") // 1_000_000
"""Some minutes after the recording was made."""

_TIME = re.compile(r"(2026-11-2\d)(?:T(\d\d)([:_-])(\d\d)\3(\d\d))?")
_SECONDS = re.compile(r"\b1795\d{6}(?=\b|\d{3}\b)")
"""Times in the samples: as ISO 8601, also in names of files, and in (milli)seconds since 1970."""

_SAMPLED = micros("2026-11-21T10:43:00Z") // 1_000_000
"""A minute after the last of the sample sessions ended."""

_MINUTE = 60_000_000
_TOLD = "From earlier sessions (lessonboard):\n- Use `uv run` for everything in this repo."
_HOOKS = {"SessionStart": (60, ""), "UserPromptSubmit": (34, _TOLD), "PreToolUse": (22, "")}
"""How many milliseconds a hook takes at least, and what it tells."""

_TYPED = (('"entrypoint":"sdk-cli"', '"entrypoint":"cli"'),
          ('"promptSource":"sdk"', '"promptSource":"typed"'),
          ('"originator":"codex_exec"', '"originator":"codex_cli_rs"'),
          ('"source":"exec"', '"source":"cli"'))  # fmt: skip
"""The samples were recorded without a terminal; here a person sat at it."""


def moved(text: str, seconds: int) -> str:
    """A text in which all times of the samples are so many seconds later."""

    def at(found: re.Match[str]) -> str:
        day, hour, between, minute, second = found.groups()
        time = f"{day}T{hour or '10'}:{minute or '41'}:{second or '50'}"
        later = datetime.fromisoformat(time) + timedelta(seconds=seconds)
        return f"{later:%Y-%m-%d}" + (f"{later:T%H{between}%M{between}%S}" if hour else "")

    return _SECONDS.sub(lambda found: str(int(found[0]) + seconds), _TIME.sub(at, text))


def add_transcripts(home: Path, now: int) -> None:
    """The sample sessions in the folders of their agents, as if they had just ended.

    Args:
        home: the home folder.
        now: the time there in microseconds since 1970.
    """
    claude, codex = home / ".claude" / "projects", home / ".codex" / "sessions"
    day = f"{datetime.fromtimestamp(now // 1_000_000, UTC):%Y/%m/%d}"
    for source in (SESSIONS / "codex").rglob("*.jsonl"):
        _write(codex / day / moved(source.name, now // 1_000_000 - _SAMPLED), source, now)
    for source in (SESSIONS / "claude-code").rglob("*.jsonl"):
        _write(claude / source.parent.name / source.name, source, now)


def _write(target: Path, source: Path, now: int) -> None:
    """A transcript at its time, with what hooks took in it, and prompts that a person typed."""
    text = moved(source.read_text(), now // 1_000_000 - _SAMPLED)
    for of_a_program, of_a_person in _TYPED:
        text = text.replace(of_a_program, of_a_person)
    if "claude-code" in source.parts:
        text += "".join(f"{_hook(event, n, now)}\n" for n in range(7) for event in _HOOKS)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    os.utime(target, (now / 1_000_000, now / 1_000_000))


def _hook(event: str, number: int, now: int) -> str:
    took, content = _HOOKS[event]
    return json.dumps({
        "type": "attachment",
        "timestamp": iso(now - _MINUTE),
        "attachment": {"type": "hook_success", "hookEvent": event, "toolUseID": f"{event}{number}",
                       "command": "lessonboard-hook", "durationMs": took + number * 7 % 19,
                       "content": content},
    })  # fmt: skip


def add_recording(home: Path, run: Callable[..., None], now: int) -> None:
    """Take in a task that was just recorded, and make its workflow.

    Args:
        home: the folder that the recording is copied into.
        run: runs a command of the program there.
        now: the time there in microseconds since 1970.
    """
    folder = home / "recordings" / RECORDING
    shutil.copytree(SAMPLES / RECORDING, folder)
    for name in ("metadata.json", "manifest.jsonl"):
        text = (folder / name).read_text()
        (folder / name).write_text(moved(text, now // 1_000_000 - _RECORDED))
    run("recording", "import", f"recordings/{RECORDING}")
    run("reflect", "--session", RECORDING, "--no-model")


def add_reruns(board: Board, beside: Path, clock: Clock) -> None:
    """The runs of the recorded task, with their reports where the page looks for them."""
    for folder in sorted((SAMPLES / "reruns").iterdir()):
        report = json.loads((folder / "report.json").read_bytes())
        report["started_at"] = iso(clock.now)
        kept = Path(shutil.copytree(folder, beside / "reruns" / folder.name))
        (kept / "report.json").write_text(json.dumps(report, indent=2) + "\n")
        clock.wait(round(report["seconds"]))
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
