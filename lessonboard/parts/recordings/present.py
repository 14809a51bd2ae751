"""How the last run of a workflow is shown."""

from __future__ import annotations

from blackboard.views.rows import WorkflowRow
from lessonboard.present.text import minute, one_line

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
