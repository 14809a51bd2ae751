"""Decide what comes next in a run: pure functions of the workflow and the run's row."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from blackboard.errors import BoardError
from blackboard.views.rows import RunRow
from lessonboard.parts.automation.workflow.step import Doer, Step, Workflow

OPEN = ("running", "failed")
"""States of a run that can be continued."""


class RunNotPossible(BoardError):
    """The run's state does not allow the action."""


def next_step(workflow: Workflow, settled: Collection[str]) -> Step | None:
    """The first step that has neither completed nor failed."""
    return next((step for step in workflow.steps if step.id not in settled), None)


def settled(row: RunRow) -> set[str]:
    """The steps that need no further attempt."""
    return {*row["completed"], *row["failed"]}


def require_startable(rows: Collection[RunRow], request: str) -> None:
    """Refuse a second run of a request that has an open or completed run.

    Raises:
        RunNotPossible: the message says what to do instead.
    """
    for row in rows:
        name, state = row["run"], row["state"]
        if state in OPEN:
            raise RunNotPossible(
                f"{request} has the run {name}, which is {state}; resume it with "
                f"`lessonboard automation run --resume {name}`, or end it with "
                f"`lessonboard automation run --cancel {name}`"
            )
        if state == "completed":
            raise RunNotPossible(
                f"{request} was done by {name}; see `lessonboard automation {name}`"
            )


def require_resumable(row: RunRow, workflow: Workflow) -> None:
    """Refuse to resume a run that has ended or whose workflow's steps have changed.

    Raises:
        RunNotPossible: the message says what is in the way.
    """
    if row["state"] not in OPEN:
        raise RunNotPossible(f"{row['run']} is {row['state']}: it cannot go on")
    if row["steps"] != workflow.ids:
        raise RunNotPossible(
            f"{row['run']} began with the steps {', '.join(row['steps'])}, but {workflow.name} "
            f"has {', '.join(workflow.ids)} now; put the file back, or cancel the run"
        )


def manual_action(doer: Doer, facts: dict[str, Any], run: str) -> str:
    """What a person can do about a step that failed for outside reasons."""
    branch = facts.get("branch") or "the branch of the run"
    actions: dict[Doer, str] = {
        "issue": "see to it that issues can be opened",
        "worktree": "see to it that the repository and its remote can be used",
        "push": f"push {branch}, or see to it that it can be pushed",
        "pull-request": f"open a draft pull request from {branch}",
    }
    first = actions.get(doer, "see to what it says")
    return f"{first}; then go on with `lessonboard automation run --resume {run}`"
