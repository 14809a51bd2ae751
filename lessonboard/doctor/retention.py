"""Whether old sessions are forgotten by themselves, and what was erased last."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.present.text import counted, day
from lessonboard.retention_limits import REASON, in_words, is_confirmed

_FORGOTTEN = "payload.forgotten"
_LATELY = 20_000
"""Positions of the log that are looked through for what was erased."""


def look(app: App, board: Board) -> Iterator[Diagnosis]:
    """Yield what the limits are and do; nothing where none is set."""
    if not (settings := app.config.retention).model_fields_set:
        return
    limits = in_words(settings)
    head = board.log.head()
    days = [
        event.recorded_at // 86_400_000_000
        for event in board.read(max(0, head - _LATELY), types=[_FORGOTTEN])
        if str((event.payload or {}).get("reason", "")).startswith(REASON)
    ]
    erased = sum(each == days[-1] for each in days) if days else 0
    last = f"last on {day(days[-1] * 86_400_000_000)}: {counted(erased, 'event')}" if days else (
        "nothing was erased yet")  # fmt: skip
    details = {"limits": settings.model_dump(), "erased": erased}
    if is_confirmed(board, settings):
        found = f"the oldest sessions are erased by {limits}; {last}"
        yield Diagnosis("retention", "good", found, details=details)
    else:
        advice = (
            "See what would go with `lessonboard forget --retention --dry-run`; the same command "
            "without --dry-run erases it, and the worker does so from then on."
        )
        found = f"{limits} is set and not confirmed, so nothing is erased"
        yield Diagnosis("retention", "note", found, advice, details)
