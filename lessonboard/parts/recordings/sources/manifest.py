"""Read `manifest.jsonl` line by line; an unusable line is reported, not fatal."""

from __future__ import annotations

import codecs
import hashlib
import math
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from blackboard.sources.lines import Line, read_lines
from lessonboard.parts.recordings.sources.action import FRAMES, KINDS, UNSUPPORTED, Action
from lessonboard.parts.recordings.sources.addresses import refused_scheme
from lessonboard.parts.recordings.sources.kinds import normalise
from lessonboard.parts.recordings.sources.model import ADDRESS_BAR, NotARecording, Problem

NAME = "manifest.jsonl"
LONGEST_LINE = 1 << 20
"""Bytes; far above the longest text that a person types into one field."""

_ADVICE = "check the folder and its permissions"
_LATEST = 253_402_300_799  # the last second of the year 9999
_NUMBER = re.compile(r"(\d+)\.\w+$")


@dataclass
class Manifest:
    """The actions of a manifest in line order, and the screenshot of each line.

    `end_details` are those of the last line, if it holds no action.

    The line order is authoritative even where timestamps disagree: a line is paired with the next
    line's screenshot, recorders write a text when its typing ends, and clocks are set back.
    """

    sha256: str
    actions: list[Action] = field(default_factory=list)
    shots: list[str | None] = field(default_factory=list)
    times: list[float | None] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    end_details: dict[str, Any] = field(default_factory=dict)

    def report(self, kind: Any, text: str, index: int | None = None) -> None:
        """Add a problem."""
        self.problems.append(Problem(index, kind, text))


def read_manifest(path: Path) -> Manifest:
    """The actions of a manifest.

    Raises:
        NotARecording: the file cannot be read, or is empty.
    """
    try:
        with path.open("rb") as file:
            manifest = Manifest(hashlib.file_digest(file, "sha256").hexdigest())
            file.seek(0)
            _check_encoding(path, file.read(4))
            file.seek(0)
            for line in read_lines(file, 0):
                _add_line(manifest, line)
    except OSError as error:
        raise NotARecording(path.parent, f"its {NAME} cannot be read ({error})", _ADVICE) from error
    if not manifest.shots:
        raise NotARecording(path.parent, f"its {NAME} is empty", "record the task again")
    _check_addresses(path, manifest)
    _check_order(manifest)
    _check_gaps(manifest)
    return manifest


def _check_encoding(path: Path, start: bytes) -> None:
    """Refuse what an editor saved in another encoding: each of its lines would be damaged.

    Raises:
        NotARecording: it begins with the byte order mark of UTF-16 or UTF-32.
    """
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        found = f"its {NAME} is in UTF-16 or UTF-32"
        raise NotARecording(path.parent, found, "save it in UTF-8")


def _add_line(manifest: Manifest, line: Line) -> None:
    index = len(manifest.shots)
    record = line.record
    if line.end - line.offset > LONGEST_LINE:
        manifest.report("line", f"a line of {line.end - line.offset} bytes was passed over", index)
        record = None
    elif record is None:
        found = "the last line is cut off" if line.torn else "a line is no JSON object"
        manifest.report("line", found, index)
    manifest.shots.append(_string(record, "screenshot"))
    manifest.times.append(_time(record))
    manifest.end_details = {}
    if record is not None and record.get("action_type") in FRAMES:
        manifest.end_details = _details(record)
    if record is not None:
        _add_action(manifest, record, index)


def _add_action(manifest: Manifest, record: dict[str, Any], index: int) -> None:
    kind, given = record.get("action_type"), record.get("action_details")
    if kind in FRAMES and "action_type" in record:
        return
    if kind == UNSUPPORTED:
        _report_lost(manifest, given, index)
        return
    if kind not in KINDS:
        manifest.report("type", f"the action type {_short(kind)} is not known", index)
        return
    given = dict(given) if isinstance(given, dict) else {}
    problem = normalise(kind, given)
    if problem:
        manifest.report("line", problem, index)
        return
    action = Action(index, index, kind, given, _details(record), manifest.times[-1])
    manifest.actions.append(replace(action, kind=_click_kind(action)))


def _report_lost(manifest: Manifest, given: object, index: int) -> None:
    """Report a step of the source that a converter could not express."""
    known = given if isinstance(given, dict) else {}
    text = known.get("text")
    found = text if isinstance(text, str) and text else "a step was not converted"
    manifest.report("omitted" if known.get("loss") is False else "lost", found[:300], index)


def _click_kind(action: Action) -> str:
    """The kind of a click, by its button."""
    button = str(action.given.get("button", "")).removeprefix("Button.").lower()
    if action.kind != "click":
        return action.kind
    return {"right": "right_click", "middle": "middle_click"}.get(button, "click")


def _check_addresses(path: Path, manifest: Manifest) -> None:
    """Refuse addresses that are no pages, wherever a step has or opens one.

    Raises:
        NotARecording: one runs a script, or reads a file.
    """
    for action in manifest.actions:
        opened = action.given.get("text") if action.target == ADDRESS_BAR else ""
        for url in (opened, action.details.get("url")):
            if scheme := refused_scheme(url):
                found = f"line {action.index + 1} has a {scheme}: address ({str(url)[:60]!r})"
                raise NotARecording(path.parent, found, "only pages of http and https can be used")


def _check_order(manifest: Manifest) -> None:
    known = [(index, at) for index, at in enumerate(manifest.times) if at is not None]
    for (_, earlier), (index, later) in pairwise(known):
        if later < earlier:
            text = "its time is before that of the line above; the order of the lines was kept"
            manifest.report("order", text, index)


def _check_gaps(manifest: Manifest) -> None:
    found = [(index, int(match[1])) for index, name in enumerate(manifest.shots)
             if name and (match := _NUMBER.search(name))]  # fmt: skip
    for (_, before), (index, number) in pairwise(found):
        if number > before + 1:
            text = f"the screenshots go from {before} to {number}; actions may be missing"
            manifest.report("gap", text, index)


def _time(record: dict[str, Any] | None) -> float | None:
    value = record and record.get("timestamp")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and 0 <= value <= _LATEST else None


def _details(record: dict[str, Any]) -> dict[str, Any]:
    details = record.get("details")
    return details if isinstance(details, dict) else {}


def _string(record: dict[str, Any] | None, key: str) -> str | None:
    value = record and record.get(key)
    return value if isinstance(value, str) and value else None


def _short(value: object) -> str:
    return repr(value)[:60]
