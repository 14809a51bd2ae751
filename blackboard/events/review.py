"""What happened between a pull request and its merge."""

from __future__ import annotations

from typing import ClassVar, Literal

from blackboard.events.payload import Count, Part, PayloadModel


class PrOpened(PayloadModel):
    """A pull request was opened."""

    type: ClassVar[str] = "pr.opened"
    number: int
    title: str
    body: str = ""
    author: str = ""
    branch: str | None = None
    base: str | None = None
    url: str | None = None


class ReviewComment(Part):
    """One remark of a reviewer, with the place it is about."""

    body: str
    path: str | None = None
    line: int | None = None
    author: str = ""


class ReviewSubmitted(PayloadModel):
    """A reviewer judged a pull request."""

    type: ClassVar[str] = "review.submitted"
    number: int
    reviewer: str
    verdict: Literal["approved", "changes-requested", "commented"]
    body: str = ""
    comments: list[ReviewComment] = []


class ReworkRequested(PayloadModel):
    """A review asked for changes."""

    type: ClassVar[str] = "rework.requested"
    number: int
    requests: list[str]


class ReworkCompleted(PayloadModel):
    """The changes that a review asked for were made."""

    type: ClassVar[str] = "rework.completed"
    number: int
    commits: list[str] = []
    summary: str = ""
    diff: str = ""


class PrMerged(PayloadModel):
    """A pull request was merged."""

    type: ClassVar[str] = "pr.merged"
    number: int
    commit: str | None = None
    by: str = ""
    additions: Count = 0
    deletions: Count = 0


class ArtifactRecorded(PayloadModel):
    """A document that explains a change was put on the board."""

    type: ClassVar[str] = "artifact.recorded"
    kind: Literal["specification", "plan", "diff", "review", "verification", "note"]
    title: str = ""
    body: str
    path: str | None = None
    number: int | None = None
