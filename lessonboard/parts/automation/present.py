"""How runs are shown."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard.views.rows import RunRow
from lessonboard.present.line import Line
from lessonboard.present.text import day, one_line

_LONGEST_REASON = 500


def run_lines(row: RunRow) -> Iterator[Line]:
    """A run of a workflow in a list: its progress and its result."""
    numbers = (("issue", row["issue"]), ("pull request", row["pr"]))
    parts = [
        f"{row['run']}  {row['state']}  {row['steps_done']} of {row['steps_total']} steps",
        day(row["started_at"]),
        one_line(row["project"] or ""),
        *(f"{noun} #{number}" for noun, number in numbers if number),
        one_line(row["branch"] or ""),
    ]
    yield Line("  ".join(part for part in parts if part))
    if row["reason"]:
        yield Line(f"  {one_line(row['reason'])[:_LONGEST_REASON]}")
