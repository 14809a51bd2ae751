"""Runs of workflows, step by step with their evidence, as they go on."""

from __future__ import annotations

from blackboard import Board, BoardError, NotFound
from blackboard.views.rows import RunRow
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, Moved, Shown
from lessonboard.pages.values import in_words
from lessonboard.parts.automation.workflow import record
from lessonboard.parts.automation.workflow.files import DEFAULT, load


def run(asked: Asked) -> Shown:
    """One run: its steps, what each showed, and its state."""
    row = record.run_named(asked.board, asked.names["name"])
    completed, failed = record.evidence_of(asked.board, row["run"])
    steps = []
    titles = _titles(row["workflow"])
    for step in row["steps"]:
        if step in row["completed"]:
            state = "completed"
        elif step in row["failed"]:
            state = "failed"
        else:
            state = _ahead(row, step)
        about = {**failed, **completed}.get(step, {})
        reason = row["failed"].get(step, "")
        steps.append((step, titles.get(step, ""), state, reason, in_words(about)))
    return Shown("run.html", {"row": row, "steps": steps, "title": _title(asked.board, row)})


def _ahead(row: RunRow, step: str) -> str:
    """What is to be said of a step that is neither done nor failed."""
    if row["state"] != "running":
        return "not reached"
    return "running" if step == row["current"] else "waiting"


def _titles(workflow: str | None) -> dict[str, str]:
    """What the steps of a workflow are called, as far as its file is still there."""
    try:
        return {step.id: step.title for step in load(workflow or DEFAULT).steps}
    except BoardError:
        return {}


def _title(board: Board, row: RunRow) -> str:
    """What the run is to improve."""
    try:
        return record.request_named(board, row["request"] or "")[0].issue_title
    except NotFound:
        return ""


def cancelled(asked: Asked) -> Moved:
    """End an open run; branch and issue stay."""
    row = record.cancel(asked.board, asked.needed("name"), asked.text("reason"))
    return Moved(address(f"/runs/{row['run']}"), "Cancelled; branch and issue stay")
