"""A run of a workflow for an agent: a process of its own, so that the server goes on answering."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import orjson

from blackboard import BoardError
from blackboard.views.rows import WorkflowRow
from lessonboard.bootstrap import App
from lessonboard.mcp.answer import Answer
from lessonboard.mcp.calls import Call, current
from lessonboard.mcp.text import plain, quoted
from lessonboard.parts.recordings.workflow.plan import Plan

LIMIT = 300.0
"""Seconds for a whole run."""

_START = "from lessonboard.start import main; main()"
_STEP = re.compile(r"^(?:ok|no|--)\s+(\d+)\s")
_MOST_BYTES = 1_000_000
"""Bytes of a screenshot: clients send it on to a model, and some refuse more."""

_WIDTHS = (1280, 800, 480)
_LONGEST = 600
_MOST_DATA = 20_000
_ATTEMPT = 0.2


@dataclass(frozen=True)
class Errand:
    """What is to be run: the workflow with the values that are not secret."""

    app: App
    row: WorkflowRow
    plan: Plan
    values: dict[str, str]


def run(errand: Errand, limit: float = LIMIT) -> Answer:
    """Run a workflow, and return the result of each step.

    Raises:
        BoardError: it did not begin, took too long, or was cancelled.
    """
    with tempfile.TemporaryDirectory(prefix="lessonboard-run-") as name:
        report = Path(name) / "report"
        said = _ran(errand, report, limit)
        file = report / "report.json"
        if not file.is_file():
            raise BoardError(f"{errand.row['id']} was not run: {plain(said, _LONGEST)}")
        found = orjson.loads(file.read_bytes())
        return Answer(_told(found), found["verdict"] == "failed", _last_screen(found, report))


def _ran(errand: Errand, report: Path, limit: float) -> str:
    """Run it as a process, until it ends or is stopped; what it said of its failure.

    Raises:
        BoardError: it took too long, or the client took it back.
    """
    call = current()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            _command(errand, report), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            start_new_session=True,
        )  # fmt: skip
        try:
            if call is not None:
                call.at_end(lambda: _kill(process))
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.write(orjson.dumps(errand.values))
            with suppress(BrokenPipeError):
                process.stdin.close()
            reader = _follow(process, call, len(errand.plan.steps))
            _wait(process, errand.row["id"], limit)
            reader.join(_ATTEMPT)
        finally:
            _kill(process)
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        if call is not None and call.cancelled:
            raise BoardError(f"the run of {errand.row['id']} was cancelled")
        errors.seek(0)
        return errors.read().decode(errors="replace").removeprefix("lessonboard: ")


def _command(errand: Errand, report: Path) -> list[str]:
    """The command line; no value of a parameter is on it, where others could read it."""
    allowed = errand.row["allowed"]
    hosts = [part for host in allowed["hosts"] for part in ("--allow-host", host)]
    profile = ["--profile", allowed["profile"]] if allowed["profile"] else []
    return [
        sys.executable, "-P", "-c", _START, "--db", str(errand.app.path), "recording", "run",
        errand.row["id"], "--params", "-", "--report", str(report), "--headless",
        "--only-as", allowed["workflow_sha256"], *hosts, *profile,
    ]  # fmt: skip


def _follow(process: subprocess.Popen[bytes], call: Call | None, steps: int) -> threading.Thread:
    """Report each step to the client when it is done."""

    def follow(lines: IO[bytes]) -> None:
        with suppress(ValueError, OSError):  # it was closed, because the run is over
            for raw in lines:
                line = raw.decode(errors="replace")
                step = _STEP.match(line)
                if step and call is not None and not call.cancelled:
                    call.progress(int(step[1]), steps, plain(line, 200))

    assert process.stdout is not None
    reader = threading.Thread(target=follow, args=(process.stdout,), daemon=True)
    reader.start()
    return reader


def _wait(process: subprocess.Popen[bytes], name: str, limit: float) -> None:
    end = time.monotonic() + limit
    try:
        process.wait(max(0.0, end - time.monotonic()))
    except subprocess.TimeoutExpired as error:
        raise BoardError(
            f"the run of {name} was stopped after {limit:.0f} seconds; what it had done by then is "
            "done: look at the page before you run it again"
        ) from error


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a run and its browser."""
    if process.poll() is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _told(report: dict[str, Any]) -> str:
    """The run in lines: each step, the end, what was read, and of a failure what was seen."""
    outcome = f"; outcome {report['outcome']}" if report.get("outcome") else ""
    lines = [f"{report['recording']}: {report['verdict']}{outcome}"]
    for step in report["steps"]:
        note = f" ({plain(step['note'], 200)})" if step["note"] else ""
        lines.append(f"{step['number']}. {step['verdict']}: {plain(step['intent'], 200)}{note}")
    problems = [step for step in report["steps"] if "expected" in step]
    for problem in [*problems, *([report["missed"]] if "missed" in report else [])]:
        lines += _problem(problem)
    if extracted := _extracted(report):
        lines.append(f"extracted: {orjson.dumps(extracted).decode()[:_MOST_DATA]}")
    return "\n".join(lines)


def _problem(problem: dict[str, Any]) -> list[str]:
    """What was expected and what the page showed, as data."""
    seen = problem["seen"]
    there = ", ".join(quoted(each, 120) for each in seen["candidates"]) or "nothing of that kind"
    return [
        f"expected {quoted(problem['expected'], _LONGEST)}",
        f"saw {quoted(seen['url'], 200)} {quoted(seen['title'], 120)}; there: {there}",
        *([f"not allowed: {quoted(seen['refused'], 120)}"] if seen["refused"] else []),
    ]


def _extracted(report: dict[str, Any]) -> Any:
    """What steps have read, by step number."""
    return {str(step["number"]): step["extracted"] for step in report["steps"]
            if step.get("extracted") is not None}  # fmt: skip


def _last_screen(report: dict[str, Any], folder: Path) -> tuple[bytes, ...]:
    """The last screenshot of a run, scaled down until it is small enough to send."""
    shots = [step["screenshot"] for step in report["steps"] if step["screenshot"]]
    if not shots:
        return ()
    png = (folder / shots[-1]).read_bytes()
    return (png,) if len(png) <= _MOST_BYTES else _smaller(folder / shots[-1])


def _smaller(file: Path) -> tuple[bytes, ...]:
    """A picture in fewer bytes; nothing where that cannot be done."""
    try:
        from PIL import Image
    except ImportError:
        return ()
    import io

    with Image.open(file) as picture:
        for width in _WIDTHS:
            copy = picture.convert("RGB")
            copy.thumbnail((width, 4 * width))
            made = io.BytesIO()
            copy.quantize(64).save(made, "PNG", optimize=True)
            if made.tell() <= _MOST_BYTES:
                return (made.getvalue(),)
    return ()
