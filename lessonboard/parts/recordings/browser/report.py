"""The report of a rerun: JSON for programs, Markdown for people, and screenshots."""

from __future__ import annotations

import os
import shutil
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import orjson

from blackboard.errors import BoardError
from blackboard.event import iso
from blackboard.private_folder import make_private_folder
from lessonboard.parts.recordings.browser.expected import Seen
from lessonboard.parts.recordings.browser.outcome import Missed, Rerun, StepOutcome

_RUN = ("run", "recording", "title", "seconds", "verdict", "succeeded", "outcome", "parameters")
_STEP = ("number", "index", "intent", "verdict", "seconds", "found_by", "note")
_SEEN = ("url", "title", "headings", "candidates", "refused")


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
        report = orjson.dumps(as_json(rerun, shots), option=orjson.OPT_INDENT_2)
        _write(folder / "report.json", report)
        _write(folder / "report.md", _markdown(rerun, shots).encode())
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
        **{key: getattr(rerun, key) for key in _RUN},
        "started_at": iso(rerun.started_at),
        "steps": [_step(step, shots.get(step.number)) for step in rerun.steps],
        **({"missed": _problem(rerun.missed)} if rerun.missed else {}),
    }


def _step(step: StepOutcome, shot: str | None) -> dict[str, Any]:
    return {
        **{key: getattr(step, key) for key in _STEP},
        "screenshot": shot,
        **({"extracted": step.data} if step.data is not None else {}),
        **(_problem(step) if step.seen else {}),
    }


def _problem(problem: Missed) -> dict[str, Any]:
    """What was expected, and what was seen instead."""
    seen = asdict(problem.seen or Seen())
    return {"cause": problem.cause, "reason": problem.reason, "expected": problem.expected,
            "seen": {key: seen[key] for key in _SEEN}}  # fmt: skip


def _markdown(rerun: Rerun, shots: dict[int, str]) -> str:
    """The report for people, with all text from pages quoted."""
    lines = [f"# {_plain(rerun.title)}: {rerun.verdict}", "",
             f"Run {rerun.run} of {rerun.recording}, {iso(rerun.started_at)}, "
             f"{rerun.seconds:.1f} seconds.", "",
             *(f"- {name} = {_code(value)}" for name, value in rerun.parameters.items()), "",
             "| step | | seconds | found by | |", "|---|---|---|---|---|"]  # fmt: skip
    for step in rerun.steps:
        seconds = f"{step.seconds:.2f}" if step.seconds else ""
        shot = f" [screenshot]({shots[step.number]})" if step.number in shots else ""
        lines.append(f"| {step.number}. {_plain(step.intent)} | {step.verdict} | {seconds} "
                     f"| {_plain(step.found_by)} | {_plain(step.note)}{shot} |")  # fmt: skip
    failed = rerun.failed
    title = f"Step {failed.number} failed" if failed else "The end is not as recorded"
    problem = rerun.missed or failed
    if problem is not None:
        seen = problem.seen or Seen()
        lines += ["", f"## {title}", "", f"{_plain(problem.reason)}.", "",
                  f"- expected: {_code(problem.expected)}", f"- address: {_code(seen.url)}",
                  f"- title: {_code(seen.title)}",
                  f"- headings: {', '.join(map(_code, seen.headings)) or 'none'}",
                  f"- there: {', '.join(map(_code, seen.candidates)) or 'nothing of that kind'}",
                  *([f"- not allowed: {_code(seen.refused)}"] if seen.refused else [])]  # fmt: skip
    return "\n".join([*lines, ""])


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
