"""Finish the run: comment what was proven and what was not; a person merges."""

from __future__ import annotations

from lessonboard.parts.automation.workflow.work import Shown, StepFailed, Work


def do(work: Work) -> Shown:
    """Comment the state of the run on the pull request.

    Raises:
        StepFailed: earlier steps failed, or the security review is missing.
    """
    pull = work.found("pull-request")
    if work.run.request.requires_security_review and not work.found("security"):
        raise StepFailed("the request demands a review of security, and none was shown",
                         ends_run=True)  # fmt: skip
    if pull is not None:
        work.tools.forge.comment(pull, comment(work), f"ready:{work.run.id}")
    if work.failed:
        raise StepFailed(f"not ready: {_failed(work)}")
    return Shown({"ready": True})


def comment(work: Work) -> str:
    """The comment for the pull request when the run ends."""
    lines = work.found("lines")
    if work.failed:
        head = "This draft is not ready; a person should look at what could not be shown."
    else:
        head = "Every step showed its evidence. Whether it is merged is a person's decision."
    failures = [
        f"- step {step}: {reason.splitlines()[0][:200]}" for step, reason in work.failed.items()
    ]
    return "\n".join(
        [head, "", *failures, f"- the change has {lines} lines" if lines else ""]
    ).strip()


def _failed(work: Work) -> str:
    return "; ".join(f"step {step}: {reason[:200]}" for step, reason in work.failed.items())
