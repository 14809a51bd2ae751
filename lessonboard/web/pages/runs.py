"""Runs of workflows, step by step with their evidence, as they go on."""

from __future__ import annotations

from lessonboard.web.addresses import address
from lessonboard.web.page import Asked, Moved, Shown
from scheduler.workflow import record


def run(asked: Asked) -> Shown:
    """One run: its steps, what each showed, and where it stands."""
    row = record.run_named(asked.board, asked.names["name"])
    completed, failed = record.evidence_of(asked.board, row["run"])
    steps = []
    for step in row["steps"]:
        if step in row["completed"]:
            state = "completed"
        elif step in row["failed"]:
            state = "failed"
        else:
            state = "running" if step == row["current"] else "waiting"
        about = {**failed, **completed}.get(step, {})
        steps.append((step, state, row["failed"].get(step, ""), about))
    return Shown("run.html", {"row": row, "steps": steps})


def cancelled(asked: Asked) -> Moved:
    """End an open run; branch and issue stay."""
    row = record.cancel(asked.board, asked.needed("name"), asked.text("reason"))
    return Moved(address(f"/runs/{row['run']}"), "Cancelled; branch and issue stay")
