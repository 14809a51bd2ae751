"""What comes next in a run: pure, from a workflow and what is known of the run."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from blackboard.errors import BoardError
from blackboard.views.rows import RunRow
from scheduler.workflow.step import Doer, Step, Workflow

OPEN = ("running", "failed")
"""States of a run that may go on."""


class RunNotPossible(BoardError):
    """A run is in a state in which that cannot be done with it."""


def next_step(workflow: Workflow, settled: Collection[str]) -> Step | None:
    """The first step that neither showed its evidence nor was noted as failed."""
    return next((step for step in workflow.steps if step.id not in settled), None)


def settled(row: RunRow) -> set[str]:
    """The steps of a run that need not be done any more."""
    return {*row["completed"], *row["failed"]}


def require_startable(rows: Collection[RunRow], request: str) -> None:
    """Refuse a second run of a request while there is one, or after one that came to its end.

    Raises:
        RunNotPossible: with what to do instead.
    """
    for row in rows:
        name, state = row["run"], row["state"]
        if state in OPEN:
            raise RunNotPossible(
                f"{request} has the run {name}, which is {state}; go on with "
                f"`lessonboard automation resume {name}`, or end it with "
                f"`lessonboard automation cancel {name}`"
            )
        if state == "completed":
            raise RunNotPossible(f"{request} was done by {name}; see `automation show {name}`")


def require_resumable(row: RunRow, workflow: Workflow) -> None:
    """Refuse to go on with a run that ended, or whose workflow has other steps by now.

    Raises:
        RunNotPossible: with what was found.
    """
    if row["state"] not in OPEN:
        raise RunNotPossible(f"{row['run']} is {row['state']}: it cannot go on")
    if row["steps"] != workflow.ids:
        raise RunNotPossible(
            f"{row['run']} began with the steps {', '.join(row['steps'])}, but {workflow.name} "
            f"has {', '.join(workflow.ids)} now; put the file back, or cancel the run"
        )


def manual_action(doer: Doer, row: dict[str, Any], run: str) -> str:
    """What a person can do about a step that no machine can do."""
    branch = row.get("branch") or "the branch of the run"
    actions: dict[Doer, str] = {
        "issue": "see to it that issues can be opened",
        "worktree": "see to it that the repository and its remote can be used",
        "push": f"push {branch}, or see to it that it can be pushed",
        "pull-request": f"open a draft pull request from {branch}",
    }
    first = actions.get(doer, "see to what it says")
    return f"{first}; then go on with `lessonboard automation resume {run}`"
