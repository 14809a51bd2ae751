"""Check the limits of a request against the actual change."""

from __future__ import annotations

from lessonboard.parts.automation.git.worktree import Stat, Worktree
from lessonboard.parts.automation.workflow.work import StepFailed, Work


def measured(work: Work, tree: Worktree) -> Stat:
    """The size of the change.

    Raises:
        StepFailed: it exceeds the request's limits; that ends the run.
    """
    stat = tree.stat(tree.tree())
    request = work.run.request
    over = [
        *_over(len(stat.components), request.max_components, "components", stat.components),
        *_over(stat.lines, request.max_lines_of_code, "lines", []),
    ]
    if over:
        raise StepFailed(
            f"the change is larger than the request allows: {'; '.join(over)}",
            {"files": stat.files[:100], "components": stat.components, "lines": stat.lines},
            ends_run=True,
        )
    return stat


def _over(found: int, most: int, noun: str, names: list[str]) -> list[str]:
    if found <= most:
        return []
    listed = f" ({', '.join(names[:10])})" if names else ""
    return [f"{found} {noun}{listed}, {most} are allowed"]
