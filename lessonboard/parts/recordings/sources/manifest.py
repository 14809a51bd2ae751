"""Read `manifest.jsonl` line by line; an unusable line is reported, not fatal."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blackboard.sources.lines import Line, read_lines
from lessonboard.parts.recordings.sources.action import CLICKS, FRAMES, KINDS, UNSUPPORTED
from lessonboard.parts.recordings.sources.addresses import refused_address
from lessonboard.parts.recordings.sources.kinds import normalise
from lessonboard.parts.recordings.sources.model import NotARecording, Problem, Step
from lessonboard.parts.recordings.sources.shapes import misfit, without_nulls
from lessonboard.parts.recordings.sources.source_file import check_encoding

NAME = "manifest.jsonl"
LONGEST_LINE = 1 << 20
"""Bytes; far above the longest text that a person types into one field."""

_LATEST = 253_402_300_799
_BUTTONS = {"right": "right_click", "middle": "middle_click"}


@dataclass
class Manifest:
    """The actions of a manifest, and the screenshot and time of each line.

    `end_details` are those of the last line, if it holds no action. The order of the lines is kept
    whatever their times: a line is paired with the next line's screenshot, and clocks are set back.
    """

    sha256: str
    steps: list[Step] = field(default_factory=list)
    shots: list[str | None] = field(default_factory=list)
    times: list[float | None] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    end_details: dict[str, Any] = field(default_factory=dict)

    def report(self, kind: Any, text: str, index: int) -> None:
        """Add a problem."""
        self.problems.append(Problem(index, kind, text))


def read_manifest(path: Path) -> Manifest:
    """The actions of a manifest.

    Raises:
        NotARecording: it cannot be read, is empty or in another encoding, or has an address that is
            no page's.
    """
    try:
        with path.open("rb") as file:
            manifest = Manifest(hashlib.file_digest(file, "sha256").hexdigest())
            file.seek(0)
            check_encoding(path, file.read(4))
            file.seek(0)
            for line in read_lines(file, 0):
                _add_line(manifest, line)
    except OSError as error:
        found, advice = f"its {NAME} cannot be read ({error})", "check the folder and its rights"
        raise NotARecording(path.parent, found, advice) from error
    if not manifest.shots:
        raise NotARecording(path.parent, f"its {NAME} is empty", "record the task again")
    for step in manifest.steps:
        if found := refused_address(step.action, step.details):
            found = f"line {step.index + 1} has {found}"
            raise NotARecording(path.parent, found, "only pages of http and https can be used")
    return manifest


def _add_line(manifest: Manifest, line: Line) -> None:
    index, record = len(manifest.shots), line.record
    if line.end - line.offset > LONGEST_LINE:
        manifest.report("line", f"a line of {line.end - line.offset} bytes was passed over", index)
        record = None
    elif record is None:
        found = "the last line is cut off" if line.torn else "a line is no JSON object"
        manifest.report("line", found, index)
    known = {"action_type": None} if record is None else record
    shot, details = known.get("screenshot"), without_nulls(known.get("details"))
    manifest.shots.append(shot if isinstance(shot, str) and shot else None)
    manifest.times.append(seconds(known.get("timestamp")))
    details = {} if details is None else details
    if found := misfit(details):
        manifest.report("line", found, index)
        known, details = {"action_type": None}, {}
    is_frame = known.get("action_type", "") in FRAMES
    manifest.end_details = details if is_frame else {}
    if not is_frame:
        _add_step(manifest, known, details, index)


def _add_step(
    manifest: Manifest, record: dict[str, Any], details: dict[str, Any], index: int
) -> None:
    kind, given = record.get("action_type"), record.get("action_details")
    action = dict(given) if isinstance(given, dict) else {}
    if kind == UNSUPPORTED:
        text = str(action.get("text") or "a step was not converted")
        manifest.report("omitted" if action.get("loss") is False else "lost", text[:300], index)
    elif kind not in KINDS:
        manifest.report("type", f"the action type {repr(kind)[:60]} is not known", index)
    elif kind in CLICKS and action.get("pressed") is False:
        manifest.report("release", "a mouse button was released; only presses are read", index)
    elif problem := normalise(kind, action):
        manifest.report("line", problem, index)
    else:
        button = str(action.get("button", "")).removeprefix("Button.").lower()
        kind = _BUTTONS.get(button, kind) if kind == "click" else kind
        manifest.steps.append(Step(index, "CLICK", None, details, None, None, kind=kind,
            action=action, timestamp=manifest.times[-1], last=index))  # fmt: skip


def seconds(value: object) -> float | None:
    """A time since 1970 up to the year 9999; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= _LATEST else None
