"""Find the request's issue by its fingerprint, or open one; never open a second."""

from __future__ import annotations

from blackboard.events.automation import IssueCreated
from lessonboard.parts.automation.forge import bodies
from lessonboard.parts.automation.forge.forge import Issue
from lessonboard.parts.automation.workflow.work import Shown, StepFailed, Work


def do(work: Work) -> Shown:
    """Find or open the issue of the request.

    Raises:
        StepFailed: somebody closed it, which is taken as a decision.
    """
    request, fingerprint = work.run.request, work.run.fingerprint
    found = work.tools.forge.find_issue(fingerprint)
    if found is None and not work.tools.settings.github_integration.auto_create_issues:
        return Shown({"left_out": {"issue": "auto_create_issues is false"}})
    if found is None:
        found = work.tools.forge.create_issue(
            bodies.issue_title(request),
            bodies.issue_body(request),
            bodies.issue_labels(request),
            fingerprint,
        )
    _require_open(found)
    created = IssueCreated(
        request=request.request, number=found.number, url=found.url, fingerprint=fingerprint
    )
    return Shown({"issue": found.number, "issue_url": found.url}, [created])


def _require_open(issue: Issue) -> None:
    if issue.state == "closed":
        raise StepFailed(
            f"issue #{issue.number} of this pattern was closed; "
            "if it should be worked on all the same, reopen it and resume",
            ends_run=True,
        )
