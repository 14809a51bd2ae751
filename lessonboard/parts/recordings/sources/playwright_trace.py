"""Convert a Playwright trace, the calls of a script, to manifest lines.

A trace is a zip with logs of one JSON object per line (`*.trace`) and the frames of a screencast.
Calls come as `before`, `input`, `log` and `after` records with one `callId`; times are milliseconds
of a monotonic clock that `context-options` ties to wall-clock time. Tested with traces of version
10, whose frames are files, and written for those whose frames are in `resources/` by hash.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lessonboard.parts.recordings.sources.archive import Archive
from lessonboard.parts.recordings.sources.calls import Call, Calls
from lessonboard.parts.recordings.sources.lines import line

Record = dict[str, Any]

_CLASSES = ("Frame", "Page", "ElementHandle")


@dataclass
class Trace:
    """The content of a trace's logs; frames are (time, name in the zip), by time."""

    options: Record = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    frames: list[tuple[float, str]] = field(default_factory=list)


def is_trace(archive: Archive) -> bool:
    """Whether a zip holds the logs of a trace."""
    return any(name.endswith(".trace") for name in archive.names())


def read_trace(archive: Archive) -> Trace:
    """The calls and frames in a trace's logs.

    Raises:
        NotARecording: a log is damaged or too large.
    """
    trace = Trace()
    for name in sorted(archive.names()):
        if name.endswith(".trace"):
            for record in archive.records(name):
                _add_record(trace, record)
    trace.frames.sort()
    return trace


def lines_of(trace: Trace) -> Iterator[tuple[Record, str | None]]:
    """The manifest lines, each with its frame's name in the zip."""
    calls = Calls()
    last = None
    for call in sorted(trace.calls.values(), key=lambda call: call.started):
        if call.failed:
            continue  # a failed call did nothing
        for written in calls.lines(call):
            written["timestamp"] = _wall(trace.options, call.started)
            yield written, _frame(trace, call.started)
            last = call
    if last is not None:
        at = max([last.ended, *(time for time, _ in trace.frames[-1:])])
        yield line("end", {}, None, None, _wall(trace.options, at)), _frame(trace, at)


def _add_record(trace: Trace, record: Record) -> None:
    """Add one record; other kinds are irrelevant."""
    kind, id_ = record.get("type"), record.get("callId")
    if kind == "context-options":
        trace.options = trace.options or record
    elif kind == "screencast-frame":
        _add_frame(trace, record)
    elif kind == "frame-snapshot":
        _add_snapshot(trace, record.get("snapshot"))
    elif kind == "before" and isinstance(id_, str) and record.get("class") in _CLASSES:
        trace.calls[id_] = Call(str(record.get("method")), _record(record.get("params")),
                                _number(record.get("startTime")))  # fmt: skip
    elif isinstance(id_, str) and id_ in trace.calls:
        _add_to_call(trace.calls[id_], record)


def _add_to_call(call: Call, record: Record) -> None:
    """Add a later record to its call."""
    if record.get("type") == "input" and isinstance(record.get("point"), dict):
        call.points.append(record["point"])
    elif record.get("type") == "log" and "resolved to <" in str(record.get("message")):
        call.elements.append(str(record["message"]))
    elif record.get("type") == "after":
        call.ended = _number(record.get("endTime"))
        call.failed = bool(record.get("error"))
        call.result = _record(record.get("result"))
        if isinstance(record.get("point"), dict):
            call.points.append(record["point"])


def _add_frame(trace: Trace, record: Record) -> None:
    name = record.get("file") or f"resources/{record.get('sha1')}"
    trace.frames.append((_number(record.get("timestamp")), str(name)))


def _add_snapshot(trace: Trace, snapshot: object) -> None:
    """The page's address when a call began; the rest of a snapshot may be secret."""
    seen = _record(snapshot)
    call = trace.calls.get(str(seen.get("callId")))
    if call is not None and seen.get("isMainFrame") and not call.url:
        call.url = str(seen.get("frameUrl") or "")


def _frame(trace: Trace, at: float) -> str | None:
    """The last frame before a time."""
    count = bisect_right(trace.frames, (at, "\uffff"))
    return trace.frames[count - 1][1] if count else None


def _wall(options: Record, at: float) -> float:
    start = _number(options.get("wallTime")) - _number(options.get("monotonicTime"))
    return round((start + at) / 1000, 3)


def _record(value: object) -> Record:
    return value if isinstance(value, dict) else {}


def _number(value: object) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and isinstance(value, int | float) else 0.0
