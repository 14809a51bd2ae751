"""The run's worktree and branch, named after the issue and based on the newest default branch."""

from __future__ import annotations

from lessonboard.parts.automation.git.worktree import branch_name
from lessonboard.parts.automation.workflow.work import Shown, Work


def do(work: Work) -> Shown:
    """Switch the run's worktree to its branch."""
    request = work.run.request
    tree = work.worktree()
    tried = int(request.context.get("tried", 0))
    branch = branch_name(work.found("issue"), request.request, request.issue_title, tried)
    tree.switch(branch)
    evidence = {"branch": branch, "base": tree.base, "tree": tree.tree(), "folder": str(tree.path)}
    return Shown(evidence)
