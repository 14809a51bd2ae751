"""Read `manifest.jsonl` line by line; an unusable line is reported, not fatal."""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from blackboard.sources.lines import Line, read_lines
from lessonboard.parts.recordings.sources.action import FRAMES, KINDS, UNSUPPORTED
from lessonboard.parts.recordings.sources.addresses import refused_scheme
from lessonboard.parts.recordings.sources.kinds import normalise
from lessonboard.parts.recordings.sources.model import ADDRESS_BAR, NotARecording, Problem, Step
from lessonboard.parts.recordings.sources.source_file import check_encoding

NAME = "manifest.jsonl"
LONGEST_LINE = 1 << 20
"""Bytes; far above the longest text that a person types into one field."""

LATEST = 253_402_300_799
"""The last second of the year 9999."""

_NUMBER = re.compile(r"(\d+)\.\w+$")


@dataclass
class Manifest:
    """The actions of a manifest in line order, and the screenshot and time of each line.

    `end_details` are those of the last line, if it holds no action.

    The line order is authoritative even where timestamps disagree: a line is paired with the next
    line's screenshot, recorders write a text when its typing ends, and clocks are set back.
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
        advice = "check the folder and its permissions"
        raise NotARecording(path.parent, f"its {NAME} cannot be read ({error})", advice) from error
    if not manifest.shots:
        raise NotARecording(path.parent, f"its {NAME} is empty", "record the task again")
    _check_addresses(path, manifest)
    _check_order(manifest)
    return manifest


def _add_line(manifest: Manifest, line: Line) -> None:
    index = len(manifest.shots)
    is_short = line.end - line.offset <= LONGEST_LINE
    record = (line.record if is_short else None) or {}
    if not is_short:
        manifest.report("line", f"a line of {line.end - line.offset} bytes was passed over", index)
    elif line.record is None:
        found = "the last line is cut off" if line.torn else "a line is no JSON object"
        manifest.report("line", found, index)
    shot, details = record.get("screenshot"), record.get("details")
    manifest.shots.append(shot if isinstance(shot, str) and shot else None)
    manifest.times.append(_time(record.get("timestamp")))
    details = details if isinstance(details, dict) else {}
    is_frame = record.get("action_type", "") in FRAMES
    manifest.end_details = details if is_frame else {}
    if line.record is not None and is_short and not is_frame:
        _add_step(manifest, record, details, index)


def _add_step(
    manifest: Manifest, record: dict[str, Any], details: dict[str, Any], index: int
) -> None:
    kind, given = record.get("action_type"), record.get("action_details")
    action = dict(given) if isinstance(given, dict) else {}
    if kind == UNSUPPORTED:
        text = action.get("text")
        found = text if isinstance(text, str) and text else "a step was not converted"
        manifest.report("omitted" if action.get("loss") is False else "lost", found[:300], index)
    elif kind not in KINDS:
        manifest.report("type", f"the action type {repr(kind)[:60]} is not known", index)
    elif problem := normalise(kind, action):
        manifest.report("line", problem, index)
    else:
        manifest.steps.append(
            Step(index, "CLICK", None, details, None, None, kind=_kind(kind, action), action=action,
                 timestamp=manifest.times[-1], last=index)
        )  # fmt: skip


def _kind(kind: str, action: dict[str, Any]) -> str:
    """The kind of an action; of a click, by its button."""
    button = str(action.get("button", "")).removeprefix("Button.").lower()
    named = {"right": "right_click", "middle": "middle_click"}
    return named.get(button, kind) if kind == "click" else kind


def _check_addresses(path: Path, manifest: Manifest) -> None:
    """Refuse addresses that are no pages, wherever a step has or opens one.

    Raises:
        NotARecording: one runs a script, or reads a file.
    """
    for step in manifest.steps:
        opened = step.action.get("text") if step.target == ADDRESS_BAR else ""
        for url in (opened, step.details.get("url")):
            if scheme := refused_scheme(url):
                found = f"line {step.index + 1} has a {scheme}: address ({str(url)[:60]!r})"
                raise NotARecording(path.parent, found, "only pages of http and https can be used")


def _check_order(manifest: Manifest) -> None:
    """Report times that go back, and screenshots that are missing."""
    known = [(index, at) for index, at in enumerate(manifest.times) if at is not None]
    for (_, earlier), (index, later) in pairwise(known):
        if later < earlier:
            text = "its time is before that of the line above; the order of the lines was kept"
            manifest.report("order", text, index)
    numbered = [(index, int(match[1])) for index, name in enumerate(manifest.shots)
                if name and (match := _NUMBER.search(name))]  # fmt: skip
    for (_, before), (index, number) in pairwise(numbered):
        if number > before + 1:
            text = f"the screenshots go from {before} to {number}; actions may be missing"
            manifest.report("gap", text, index)


def _time(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and 0 <= value <= LATEST else None
