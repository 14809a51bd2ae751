"""What is switched off: by decisions, by settings, and in this folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from blackboard import Board
from blackboard.capturing import captures
from blackboard.event import iso
from blackboard.sources.repository import project_of
from blackboard.views.rows import CaptureRow
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.exclusion import omission, why_off_here

_NAMED = 3


def look(app: App, board: Board | None) -> Diagnosis:
    """Return whether anything is off.

    Being off is intended, but must be distinguishable from a failure.
    """
    off = [row for row in captures(board) if row["off"]] if board else []
    rows = sorted(off, key=lambda row: -(row["since"] or 0))
    capture = app.config.capture
    here = str(Path.cwd())
    reason = why_off_here(omission(board), project_of(here), here)
    parts = [
        _first([row["project"] or f"session {row['session']}" for row in rows], "off for"),
        "off everywhere by the settings" if capture.off else "",
        _first(capture.exclude, "excluded:"),
        f"here: {reason}" if reason else "",
    ]
    found = "; ".join(part for part in parts if part)
    details = {"decided": [_decided(row) for row in rows], "exclude": list(capture.exclude),
               "here": reason}  # fmt: skip
    if not found:
        return Diagnosis(
            "off", "good", "nothing: sessions everywhere are remembered", details=details
        )
    advice = (
        "`lessonboard off` lists it, `lessonboard off --undo --project NAME` switches one on again."
    )
    return Diagnosis("off", "note", found, advice, details)


def _first(names: Iterable[str], what: str) -> str:
    """Return the first few names, and the number of others."""
    known = list(names)
    more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
    return f"{what} {', '.join(known[:_NAMED])}{more}" if known else ""


def _decided(row: CaptureRow) -> dict[str, Any]:
    return {
        "project": row["project"],
        "session": row["session"],
        "since": None if row["since"] is None else iso(row["since"]),
        "reason": row["reason"],
    }
