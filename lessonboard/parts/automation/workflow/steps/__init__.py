"""The doers of steps, one file each: a function from `Work` to its evidence.

A new doer is a file here, a name in `lessonboard/parts/automation/workflow/step.py`, and a line in
DOERS.
"""

from __future__ import annotations

from collections.abc import Callable

from lessonboard.parts.automation.workflow.step import Doer
from lessonboard.parts.automation.workflow.steps import (
    agent,
    checks,
    issue,
    limits,
    pull_request,
    push,
    ready,
    worktree,
)
from lessonboard.parts.automation.workflow.work import Shown, Work

DOERS: dict[Doer, Callable[[Work], Shown]] = {
    "agent": agent.do,
    "issue": issue.do,
    "worktree": worktree.do,
    "checks": checks.do,
    "push": push.do,
    "pull-request": pull_request.do,
    "limits": limits.do,
    "ready": ready.do,
}
