"""What failed hooks left behind: their errors, and events that wait to be ingested."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from blackboard.event import iso
from blackboard.sources.lines import parse
from blackboard.storage.outbox import outbox_path, sending_path
from lessonboard.doctor.diagnosis import Diagnosis, ago, size_of
from lessonboard.hooks.failures import failures_path, lost_path

_DAY = 24 * 3_600_000_000
_WEEK = 7 * _DAY
_MANY_A_DAY = 20
_TAIL = 256 << 10
_LONGEST = 200
_MOST_GROUPS = 20
_ADVICE = (
    (("locked", "busy", "timeout", "timed out", "deadline"),
     "Another program kept the board busy; what was not written is imported later."),
    (("disk is full", "no space", "disk full"), "Make room on the disk."),
    (("newer", "upgrade", "format"),
     "The hooks run an older lessonboard than the board; run `lessonboard init` again."),
    (("permission", "read-only", "readonly"), "Change the permissions of the board's folder."),
    (("cannot be loaded", "no module", "no such file", "not found"),
     "Run `lessonboard init` again."),
    (("damaged", "malformed"), "Run `lessonboard admin verify`."),
)  # fmt: skip
"""Advice by words in the error; the first match applies."""


def errors(board: Path, now: int) -> Diagnosis:
    """Return the hooks' errors of the last week, equal ones grouped."""
    recent = [record for record in _records(_errors_of(board)) if now - record["at"] < _WEEK]
    if not recent:
        return Diagnosis("hook errors", "good", "none in the last 7 days")
    groups = _grouped(recent)
    today = sum(now - entry["at"] < _DAY for entry in recent)
    worst = groups[0]
    found = (
        f"{len(recent)} in the last 7 days, {today} in the last day; most often: "
        f"{worst['agent']} {worst['event']}: {worst['error']} ({worst['count']} times, last "
        f"{ago(max(0, now - worst['at']))} ago)"
    )
    rows = [{**group, "at": iso(group["at"])} for group in groups[:_MOST_GROUPS]]
    details = {"last_day": today, "last_week": len(recent), "errors": rows}
    level: Any = "bad" if today > _MANY_A_DAY else "note"
    return Diagnosis("hook errors", level, found, _advice(worst["error"]), details)


def losses(board: Path, now: int) -> Diagnosis:
    """Return what hooks of the last week could neither write down nor say why."""
    try:
        found = Path(lost_path(str(board))).stat()
    except FileNotFoundError:
        return Diagnosis("hook losses", "good", "none")
    since = max(0, now - found.st_mtime_ns // 1000)
    if since > _WEEK or not found.st_size:
        return Diagnosis("hook losses", "good", "none in the last 7 days")
    text = (f"{found.st_size} calls of hooks could not be recorded, probably for want of room; "
            f"the last {ago(since)} ago")  # fmt: skip
    advice = "Make room on the disk, and run `lessonboard session import`."
    return Diagnosis("hook losses", "bad", text, advice, {"calls": found.st_size})


def outbox(board: Path, now: int) -> Diagnosis:
    """Events that hooks could not append, which wait beside the board."""
    path = Path(outbox_path(str(board)))
    on_its_way = Path(sending_path(str(board)))
    if on_its_way.exists():
        path = on_its_way  # of a log elsewhere, which did not answer
    try:
        with path.open("rb") as file:
            first = parse(file.readline(_TAIL)) or {}
            waiting = 1 + sum(1 for _ in file)
            modified = path.stat()
    except FileNotFoundError:
        return Diagnosis("outbox", "good", "no event waits")
    if modified.st_size == 0:
        return Diagnosis("outbox", "good", "no event waits")
    since = _time(first, "at", "occurred_at", "recorded_at") or modified.st_mtime_ns // 1000
    waited = max(0, now - since)
    found = f"{waiting} events, {size_of(modified.st_size)}, wait for {ago(waited)}"
    details = {"events": waiting, "oldest": iso(since)}
    if waited <= _DAY:
        return Diagnosis("outbox", "good", found, details=details)
    advice = "Run `lessonboard session import`, which takes them in."
    return Diagnosis("outbox", "note", found, advice, details)


def _errors_of(board: Path) -> bytes:
    path = Path(failures_path(str(board)))
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL))
        return file.read(_TAIL)


def _records(tail: bytes) -> Iterator[dict[str, Any]]:
    """Yield the error records, reduced to printable fields."""
    for line in tail.splitlines():
        record = parse(line) or {}
        at = _time(record, "at")
        if at is not None:
            named = {name: _text(record.get(name)) for name in ("agent", "event", "error")}
            ms = record.get("ms")
            yield {"at": at, **named, "ms": ms if type(ms) in (int, float) else None}


def _grouped(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Equal errors as one row with their count and last time, the most frequent first."""
    groups: dict[tuple[str, str, str], dict[str, Any]] = {}
    for record in records:
        key = (record["agent"], record["event"], record["error"])
        group = groups.setdefault(key, {**record, "count": 0})
        group["count"] += 1
        if record["at"] > group["at"]:
            group.update(at=record["at"], ms=record["ms"])
    return sorted(groups.values(), key=lambda group: (-group["count"], -group["at"]))


def _time(record: dict[str, Any], *names: str) -> int | None:
    """Return the first field that is a valid time in microseconds."""
    for name in names:
        value = record.get(name)
        if type(value) is int and 0 < value < 1 << 52:
            return value
    return None


def _text(value: object) -> str:
    return value[:_LONGEST] if isinstance(value, str) and value else "unknown"


def _advice(error: str) -> str:
    message = error.lower()
    return next((advice for words, advice in _ADVICE if any(word in message for word in words)), "")
