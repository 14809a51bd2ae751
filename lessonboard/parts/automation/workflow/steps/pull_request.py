"""Find the branch's pull request, or open a draft; never merge, never open a second."""

from __future__ import annotations

from blackboard.events.automation import ManualQueued, PrCreated
from lessonboard.parts.automation.forge import bodies
from lessonboard.parts.automation.forge.forge import PullRequest
from lessonboard.parts.automation.workflow.work import Evidence, Shown, StepFailed, Work

_PUBLIC = ("exit_code", "issue", "branch", "commit", "components", "lines", "limits")
"""Evidence that may be published; texts, logs and paths stay private."""


def do(work: Work) -> Shown:
    """Find or open the draft pull request of the branch.

    Raises:
        StepFailed: somebody closed or merged it, which is taken as a decision.
    """
    if reason := _left_out(work):
        return Shown({"left_out": {"pull-request": reason}}, [_by_hand(work, reason)])
    branch = work.found("branch")
    pull = work.tools.forge.find_pull_request(branch) or _open_draft(work, branch)
    if pull.state != "open":
        raise StepFailed(
            f"pull request #{pull.number} of {branch} is {pull.state}; "
            "a person has decided, so nothing more is done",
            ends_run=True,
        )
    created = PrCreated(run=work.run.id, number=pull.number, url=pull.url, branch=branch)
    return Shown({"pull-request": pull.number, "url": pull.url}, [created])


def _open_draft(work: Work, branch: str) -> PullRequest:
    request = work.run.request
    shown = [
        bodies.Shown(step, public(evidence), step not in work.failed)
        for step, evidence in work.shown.items()
    ]
    return work.tools.forge.create_draft(
        bodies.pull_request_title(request),
        bodies.pull_request_body(request, work.found("issue"), shown, _plan(work)),
        branch,
        work.run.repository.default_branch,
    )


def public(evidence: Evidence) -> Evidence:
    """The part of a step's evidence that may be published in a pull request."""
    kept = {name: evidence[name] for name in _PUBLIC if name in evidence}
    ran = {run["command"]: run["exit_code"] for run in evidence.get("commands", [])}
    return {**kept, **({"exit_codes": ran} if ran else {})}


def _plan(work: Work) -> list[bodies.Check]:
    """The test plan: the checks that ran, and what a person should watch."""
    ran = [
        bodies.Check(f"{run['command']} passes", step)
        for step, evidence in work.shown.items()
        for run in evidence.get("commands", [])
    ]
    return [*ran, bodies.Check("the pattern does not recur", "after the merge")]


def _left_out(work: Work) -> str:
    settings = work.tools.settings.github_integration
    if not settings.auto_create_prs:
        return "auto_create_prs is false"
    return "" if work.found("push") else "the branch was not pushed"


def _by_hand(work: Work, reason: str) -> ManualQueued:
    branch, folder = work.found("branch"), work.run.checkout
    return ManualQueued(
        request=work.run.request.request,
        reason=reason,
        action=f"look at the branch {branch} in {folder}, push it, and open a pull request",
    )
