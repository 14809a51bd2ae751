"""Whether hooks slow the agent down, ours and others, by their measured durations."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from blackboard.event import iso
from lessonboard.discovery import transcripts
from lessonboard.doctor.diagnosis import Diagnosis, size_of
from lessonboard.doctor.hook_runs import MOST_FILES, Runs, Seen, scan

_DAYS = 14
_SLOW_MS = 400
_FEW = 3
_NAMED = 3


def hooks(now: int) -> Iterator[Diagnosis]:
    """How long hooks took in the last two weeks, and how much they injected."""
    since = now - _DAYS * 24 * 3_600_000_000
    seen = scan(_newest(since), iso(since))
    rows = [_row(name, runs) for name, runs in seen.runs.items()]
    rows.sort(key=lambda row: (not row["ours"], -(row["p95_ms"] or 0), row["hook"], row["event"]))
    if seen.files:
        yield _ours([row for row in rows if row["ours"]], seen)
    others = [row for row in rows if not row["ours"]]
    if others:
        yield _others(others, seen)


def percentile(values: list[float], share: float) -> float:
    """The nearest-rank percentile.

    >>> percentile([10.0, 20.0, 30.0, 40.0], 0.5), percentile([7.0], 0.95)
    (20.0, 7.0)
    """
    ranked = sorted(values)
    return ranked[max(0, -int(-share * len(ranked) // 1) - 1)]


def _newest(since: int) -> list[Path]:
    found = (
        (file.modified_ns, file.path)
        for file in transcripts()
        if file.agent == "claude-code" and file.modified_ns >= since * 1000
    )
    newest = heapq.nlargest(MOST_FILES, (entry for entry in found if entry[1].endswith(".jsonl")))
    return [Path(path) for _, path in newest]


def _row(name: tuple[str, bool, str], runs: Runs) -> dict[str, Any]:
    hook, ours, event = name
    ms = runs.ms
    return {
        "hook": hook,
        "ours": ours,
        "event": event,
        "count": runs.count,
        "median_ms": round(median(ms), 1) if ms else None,
        "p95_ms": round(percentile(ms, 0.95), 1) if ms else None,
        "max_ms": round(max(ms), 1) if ms else None,
        "failed": runs.failed,
        "cancelled": runs.cancelled,
    }


def _ours(rows: list[dict[str, Any]], seen: Seen) -> Diagnosis:
    injected = seen.injected[True] / max(1, seen.sessions)
    details = {**_measured(seen, rows), "injected_bytes_a_session": round(injected)}
    if not rows:
        found = f"none of lessonboard's in {seen.sessions} sessions of the last {_DAYS} days"
        return Diagnosis("hooks", "good", found, details=details)
    count = sum(row["count"] for row in rows)
    slowest = max(rows, key=lambda row: row["p95_ms"] or 0)
    stopped = sum(row["failed"] + row["cancelled"] for row in rows)
    found = (
        f"lessonboard's, runs in {_DAYS} days: {count}, slowest {_speed(slowest)}; "
        f"{size_of(injected)} injected a session"
    )
    if stopped:
        advice = "See `hook errors`; a hook that fails costs the agent nothing but memory."
        return Diagnosis("hooks", "note", f"{found}; {stopped} failed", advice, details)
    if _is_slow(slowest):
        advice = (
            "The agent waits for them; see that the disk and the machine are not overloaded, and "
            "that no antivirus scans the board."
        )
        return Diagnosis("hooks", "note", found, advice, details)
    return Diagnosis("hooks", "good", found, details=details)


def _others(rows: list[dict[str, Any]], seen: Seen) -> Diagnosis:
    injected = seen.injected[False] / max(1, seen.sessions)
    details = {**_measured(seen, rows), "injected_bytes_a_session": round(injected)}
    slow = [row for row in rows if _is_slow(row)]
    count = sum(row["count"] for row in rows)
    found = f"runs in {_DAYS} days: {count}; {size_of(injected)} injected a session"
    if slow:
        names = "; ".join(f"{row['hook']}, {_speed(row)}" for row in slow[:_NAMED])
        advice = "These are not lessonboard's, but the agent waits for them too."
        return Diagnosis("other hooks", "note", f"{found}; slow: {names}", advice, details)
    return Diagnosis("other hooks", "good", found, details=details)


def _is_slow(row: dict[str, Any]) -> bool:
    """Whether one run in twenty takes too long, given a minimum of runs."""
    return row["count"] >= _FEW and (row["p95_ms"] or 0) > _SLOW_MS


def _speed(row: dict[str, Any]) -> str:
    if row["p95_ms"] is None:
        return f"{row['event']} of unknown duration"
    return f"{row['event']}, median {row['median_ms']:.0f} ms, p95 {row['p95_ms']:.0f} ms"


def _measured(seen: Seen, rows: list[dict[str, Any]]) -> dict[str, Any]:
    read = {"files": seen.files, "sessions": seen.sessions, "bytes_read": seen.bytes}
    return {**read, "unreadable": seen.unread, "hooks": rows}
