"""The report of a rerun: Markdown, the same as JSON, and a screenshot per step."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from blackboard.errors import BoardError
from blackboard.event import iso
from blackboard.private_folder import make_private_folder
from lessonboard.parts.recordings.browser.expected import Seen
from lessonboard.parts.recordings.browser.outcome import Missed, Rerun, StepOutcome

_MARKS = {"done": "ok", "failed": "FAILED", "not run": "not run", "skipped": "skipped"}


def write_report(rerun: Rerun, folder: Path) -> Path:
    """Write the report into a folder readable by its owner only, and return the Markdown file.

    Raises:
        BoardError: it cannot be written.
    """
    shots = {step.number: f"screenshots/{step.number}.png" for step in rerun.steps
             if step.screenshot}  # fmt: skip
    prepare(folder)
    try:
        for step in rerun.steps:
            if step.screenshot:
                _write(folder / shots[step.number], step.screenshot)
        report = as_json(rerun, shots)
        _write(folder / "report.json", orjson.dumps(report, option=orjson.OPT_INDENT_2))
        _write(folder / "report.md", _markdown(report).encode())
    except OSError as error:
        raise BoardError(f"could not write the report to {folder}: {error.strerror}") from error
    return folder / "report.md"


def with_downloads(rerun: Rerun, folder: Path) -> Rerun:
    """The run with its downloads in the report's folder, readable by their owner only.

    Raises:
        BoardError: they cannot be kept there.
    """
    try:
        return replace(rerun, steps=tuple(_with_download(step, folder) for step in rerun.steps))
    except OSError as error:
        raise BoardError(f"could not keep a download in {folder}: {error.strerror}") from error


def _with_download(step: StepOutcome, folder: Path) -> StepOutcome:
    if step.data is None or not step.downloaded:
        return step
    came = Path(step.data["file"])
    make_private_folder(folder / "downloads")
    kept = folder / "downloads" / f"{step.number}-{came.name}"
    shutil.move(came, kept)
    kept.chmod(0o600)
    shutil.rmtree(came.parent, ignore_errors=True)
    return replace(step, data={"file": str(kept)})


def prepare(folder: Path) -> None:
    """Create the report's folder, so that an unwritable one is noticed before the run.

    Raises:
        BoardError: it cannot be created.
    """
    try:
        make_private_folder(folder / "screenshots")
        folder.chmod(0o700)
    except OSError as error:
        raise BoardError(f"could not write the report to {folder}: {error.strerror}") from error


def as_json(rerun: Rerun, shots: dict[int, str]) -> dict[str, Any]:
    """A run as JSON; `shots` maps step numbers to screenshot files."""
    return {
        "run": rerun.run,
        "recording": rerun.recording,
        "title": rerun.title,
        "started_at": iso(rerun.started_at),
        "seconds": rerun.seconds,
        "verdict": rerun.verdict,
        "succeeded": rerun.succeeded,
        "outcome": rerun.outcome,
        "parameters": rerun.parameters,
        "steps": [_step(step, shots.get(step.number)) for step in rerun.steps],
        **({"missed": _problem(rerun.missed)} if rerun.missed else {}),
    }


def _step(step: StepOutcome, shot: str | None) -> dict[str, Any]:
    failure = _problem(step) if step.seen else {}
    return {
        "number": step.number,
        "index": step.index,
        "intent": step.intent,
        "verdict": step.verdict,
        "seconds": step.seconds,
        "found_by": step.found_by,
        "note": step.note,
        "screenshot": shot,
        **({"extracted": step.data} if step.data is not None else {}),
        **failure,
    }


def _problem(problem: StepOutcome | Missed) -> dict[str, Any]:
    """What was expected, and what was seen instead."""
    seen = problem.seen or Seen()
    return {
        "cause": problem.cause,
        "reason": problem.reason,
        "expected": problem.expected,
        "seen": {
            "url": seen.url,
            "title": seen.title,
            "headings": list(seen.headings),
            "candidates": list(seen.candidates),
            "refused": seen.refused,
        },
    }


def _markdown(report: dict[str, Any]) -> str:
    """The report in Markdown, with all text from pages quoted."""
    lines = [
        f"# {_plain(report['title'])}: {report['verdict']}",
        "",
        f"Run {report['run']} of {report['recording']}, {report['started_at']}, "
        f"{report['seconds']:.1f} seconds.",
        "",
        *(f"- {name} = {_code(value)}" for name, value in report["parameters"].items()),
        "",
        "| step | | seconds | found by | |",
        "|---|---|---|---|---|",
        *(_line(step) for step in report["steps"]),
    ]
    failed = next((step for step in report["steps"] if "expected" in step), None)
    problem = _failure(f"Step {failed['number']} failed", failed) if failed else []
    if "missed" in report:
        problem = _failure("The end is not as recorded", report["missed"])
    return "\n".join([*lines, *problem, ""])


def _line(step: dict[str, Any]) -> str:
    shot = f" [screenshot]({step['screenshot']})" if step["screenshot"] else ""
    cells = (
        f"{step['number']}. {_plain(step['intent'])}",
        _MARKS[step["verdict"]],
        f"{step['seconds']:.2f}" if step["seconds"] else "",
        _plain(step["found_by"]),
        f"{_plain(step['note'])}{shot}",
    )
    return f"| {' | '.join(cells)} |"


def _failure(title: str, step: dict[str, Any]) -> list[str]:
    seen = step["seen"]
    return [
        "",
        f"## {title}",
        "",
        f"{_plain(step['reason'])}.",
        "",
        f"- expected: {_code(step['expected'])}",
        f"- address: {_code(seen['url'])}",
        f"- title: {_code(seen['title'])}",
        f"- headings: {', '.join(map(_code, seen['headings'])) or 'none'}",
        f"- there: {', '.join(map(_code, seen['candidates'])) or 'nothing of that kind'}",
        *([f"- not allowed: {_code(seen['refused'])}"] if seen["refused"] else []),
    ]


def _plain(text: str) -> str:
    """Text on one line with every Markdown character escaped."""
    one_line = " ".join(text.split())
    return "".join(f"\\{char}" if char in "\\`*_[]<>|#" else char for char in one_line)


def _code(text: str) -> str:
    one_line = " ".join(text.split()).replace("`", "'")
    return f"`{one_line}`" if one_line else "none"


def _write(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
