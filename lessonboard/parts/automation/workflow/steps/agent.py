"""Let an agent do the step; its answer and the changed files are the evidence."""

from __future__ import annotations

from lessonboard.parts.automation.git.worktree import Worktree
from lessonboard.parts.automation.runners.runner import Result
from lessonboard.parts.automation.workflow.work import Evidence, Shown, StepFailed, Work
from reflect.prompts import shortened

_LONGEST_TEXT = 8_000


def do(work: Work) -> Shown:
    """Run an agent on the step and collect what it changed.

    Raises:
        StepFailed: it failed, timed out, or switched branches.
    """
    tree = work.worktree()
    before = work.found("tree") or tree.tree()
    outside = work.run.repository.state()
    result = work.ask(work.prompt())
    evidence = _evidence_of(work, tree, before, result)
    changed = _changed(outside, work.run.repository.state())
    if changed:
        evidence["outside"] = changed[:20]
        work.tools.report(
            "noted", work.step, f"{work.run.checkout} changed meanwhile: {', '.join(changed[:5])}"
        )
    if result.problem:
        raise StepFailed(f"the agent {work.tools.runner.name} failed: {result.problem}", evidence)
    return Shown(evidence)


def _changed(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Files of the user's own checkout that changed meanwhile, by the user or by the agent."""
    return sorted(name for name in before | after if before.get(name) != after.get(name))


def _evidence_of(work: Work, tree: Worktree, before: str, result: Result) -> Evidence:
    """The agent's answer and its change, compared with the checkpoint before it."""
    branch = work.found("branch")
    if branch and tree.branch != branch:
        raise StepFailed(
            f"the agent left the branch {branch} in {tree.path}; "
            "look at what it did, switch back, and resume",
            ends_run=True,
        )
    after = tree.tree()
    stat = tree.stat(after)
    evidence: Evidence = {
        "text": shortened(result.text, _LONGEST_TEXT),
        "agent": work.tools.runner.name,
        "exit_code": result.exit_code,
        "seconds": result.seconds,
        "log": str(result.log),
        "tree": after,
        "files": stat.files[:100],
        "components": stat.components,
        "lines": stat.lines,
    }
    if after != before:
        evidence["diff"] = after
    if result.session:
        evidence["session"] = result.session
    return evidence
