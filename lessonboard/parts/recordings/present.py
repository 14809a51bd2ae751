"""How recordings and the last runs of their workflows are shown."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard.views.rows import RecordingRow, WorkflowRow
from lessonboard.present.line import Line
from lessonboard.present.text import counted, day, minute, one_line

_LONGEST = 300


def last_failure(row: WorkflowRow) -> str:
    """What went wrong in the last run, as one line; empty if it went well or there was none."""
    last = row["last_run"]
    if not last or not last["failed"]:
        return ""
    expected, seen = one_line(last["expected"], _LONGEST), one_line(last["seen"], _LONGEST)
    what = "its end was wrong" if last["step"] is None else f"step {last['step']} failed"
    cause = f" ({one_line(last['cause'])})" if last["cause"] else ""
    about = f": expected {expected}" if expected else ""
    saw = f"; saw {seen}" if seen else ""
    return f"last time, on {minute(last['at'])}: {what}{cause}{about}{saw}"


def recording_lines(row: RecordingRow) -> Iterator[Line]:
    """A recorded task in a list, with how far it is on the way to a workflow."""
    yield Line(one_line(row["name"]), "strong")
    counts = f"{counted(row['steps'], 'step')}, {counted(row['cards'], 'card')}"
    yield Line(f"  {one_line(row['id'])}  {row['status']}  {counts}  last {day(row['last_at'])}")
