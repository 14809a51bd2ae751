"""Commit and push: within the limits, without secrets, with hooks, never by force."""

from __future__ import annotations

from blackboard.redaction.redact import redact
from lessonboard.parts.automation.git.worktree import Stat, Worktree
from lessonboard.parts.automation.workflow.measure import measured
from lessonboard.parts.automation.workflow.work import Evidence, Shown, StepFailed, Work


def do(work: Work) -> Shown:
    """Commit the change and push it.

    Raises:
        StepFailed: nothing changed, too much changed, or the change holds a secret.
    """
    tree = work.worktree()
    _require_branch(work, tree)
    stat = measured(work, tree)
    if not stat.files:
        raise StepFailed("there is nothing to commit: no file differs from the default branch")
    _require_no_secrets(tree)
    commit = tree.commit(_message(work), work.tools.allowed)
    stat = measured(work, tree)  # a hook may have changed files
    evidence: Evidence = {
        "commit": commit,
        "tree": tree.tree(),
        "files": stat.files[:100],
        "components": stat.components,
        "lines": stat.lines,
    }
    if not work.tools.settings.github_integration.auto_create_branches:
        return Shown({**evidence, "left_out": {"push": "auto_create_branches is false"}})
    return Shown({**evidence, "push": tree.push()})


def summary(stat: Stat) -> str:
    """The size of a change in words."""
    return f"{len(stat.files)} files, {stat.lines} lines, in {', '.join(stat.components)}"


def _require_branch(work: Work, tree: Worktree) -> None:
    branch = work.found("branch")
    if tree.branch != branch:
        raise StepFailed(
            f"{tree.path} is on {tree.branch or 'no branch'}, not on {branch}; nothing was pushed",
            ends_run=True,
        )


def _require_no_secrets(tree: Worktree) -> None:
    added = [
        line for line in tree.diff(tree.tree()).splitlines()
        if line.startswith("+") and not line.startswith("+++")
    ]  # fmt: skip
    if redact("\n".join(added)).secrets:
        raise StepFailed(
            f"something in the change looks like a secret; nothing was pushed, look at {tree.path}",
            ends_run=True,
        )


def _message(work: Work) -> str:
    """The commit's message; no recorded text, in which a forge would read `fixes #12`."""
    request = work.run.request
    issue = work.found("issue")
    about = f"Refs #{issue}" if issue else f"Request {request.request}"
    title = f"Improve {request.source_pattern.type.replace('_', ' ')} handling ({request.request})"
    return f"{title}\n\n{about}\n"
