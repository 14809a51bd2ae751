"""Whether the agent is about to delete transcripts that are not imported yet.

At its start Claude Code deletes transcripts that were not written to for `cleanupPeriodDays` (30 by
default). Codex deletes none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lessonboard.discovery import Transcript, claude_home
from lessonboard.doctor import settings_file
from lessonboard.doctor.claude import managed_folder
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.present.text import counted

DEFAULT_DAYS = 30
SETTING = "cleanupPeriodDays"

_SOON_DAYS = 7
_DAY_NS = 24 * 3_600 * 1_000_000_000


class Kept(NamedTuple):
    """For how many days Claude Code keeps a transcript, and whether that is configured."""

    days: float
    is_set: bool


def kept() -> Kept:
    """Return how long Claude Code keeps transcripts, by its managed settings, else the user's."""
    for path in (managed_folder() / "managed-settings.json", claude_home() / "settings.json"):
        try:
            days = settings_file.read(path).get(SETTING)
        except (OSError, ValueError, RecursionError):
            continue  # reported by another check
        if isinstance(days, int | float) and not isinstance(days, bool) and days >= 0:
            return Kept(days, is_set=True)
    return Kept(DEFAULT_DAYS, is_set=False)


def deletion(unread: Sequence[Transcript], kept: Kept, now: int) -> Diagnosis:
    """Return how many transcripts that are not completely imported will soon be deleted.

    Args:
        unread: the transcripts that are not completely on the board.
        kept: how long Claude Code keeps a transcript.
        now: the time in microseconds since 1970.
    """
    ages = [now * 1000 - file.modified_ns for file in unread if file.agent == "claude-code"]
    overdue = sum(age >= kept.days * _DAY_NS for age in ages)
    due = sum(age >= (kept.days - _SOON_DAYS) * _DAY_NS for age in ages)
    details = {"days": kept.days, "is_set": kept.is_set, "due": due, "overdue": overdue}
    source = SETTING if kept.is_set else f"its default; {SETTING} changes it"
    rule = f"Claude Code deletes transcripts after {kept.days:g} days ({source})"
    if not due:
        found = f"{rule}; none that the board lacks is due soon"
        return Diagnosis("deletion", "good", found, details=details)
    soonest = f", {overdue} of them at its next start" if overdue else ""
    found = (
        f"{rule}: {counted(due, 'transcript')} that the board lacks within {_SOON_DAYS} "
        f"days{soonest}"
    )
    advice = "Run `lessonboard session import` to keep them."
    return Diagnosis("deletion", "note", found, advice, details)
