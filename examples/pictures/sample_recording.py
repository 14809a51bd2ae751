"""The recorded task of the sample board, with its workflow and two runs of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from blackboard import Board
from blackboard.event import iso, micros
from blackboard.events.recording import RerunStep, WorkflowRerun
from examples.pictures.sample_sessions import Clock
from examples.pictures.sample_transcripts import moved

SAMPLES = Path(__file__).parents[1] / "recordings"
RECORDING = "delete-a-customer"
_RECORDED = micros("2026-11-23T06:40:00Z") // 1_000_000
"""Some minutes after the recording was made."""


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
    run("session", "reflect", "--session", RECORDING, "--no-model")


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
