"""The end: a comment that says what was shown and what was not; merging is left to a person."""

from __future__ import annotations

from scheduler.workflow.work import Shown, StepFailed, Work


def do(work: Work) -> Shown:
    """Tell on the pull request how it stands.

    Raises:
        StepFailed: steps before it failed, so it is not ready.
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
    """What is said on the pull request when the run ends."""
    lines = work.found("lines")
    if work.failed:
        head = "This draft is not ready; a person should look at what could not be shown."
    else:
        head = "Every step showed its evidence. Whether it is merged is a person's decision."
    told = [
        f"- step {step}: {reason.splitlines()[0][:200]}" for step, reason in work.failed.items()
    ]
    return "\n".join([head, "", *told, f"- the change has {lines} lines" if lines else ""]).strip()


def _failed(work: Work) -> str:
    return "; ".join(f"step {step}: {reason[:200]}" for step, reason in work.failed.items())
