"""Lessons as a section of AGENTS.md, or of another file that agents always read."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard.views.rows import LessonRow
from lessonboard.exporting.budget import within
from lessonboard.present.markdown import inline

HEADING = "## Lessons from earlier sessions"
_ABOUT = "Kept by `lessonboard lesson export`; changes here are lost with the next one."


def body(rows: Sequence[LessonRow], budget: int | None = None) -> str:
    """Return the section's text without markers; empty if there are no lessons."""
    lines = list(dict.fromkeys(f"- {inline(row['constraint'])}" for row in rows))
    head = [HEADING, "", _ABOUT, ""]
    kept = within([*head, *lines], budget)
    return "\n".join(kept) if len(kept) > len(head) else ""
