"""What happened between a pull request and its merge."""

from __future__ import annotations

from typing import ClassVar

from blackboard.events.payload import Count, Part, PayloadModel
from blackboard.vocabulary import ArtifactKind, ReviewVerdict


class PrOpened(PayloadModel):
    """A pull request was opened."""

    type: ClassVar[str] = "pr.opened"
    number: Count
    title: str
    body: str = ""
    author: str = ""
    branch: str | None = None
    base: str | None = None
    url: str | None = None


class ReviewComment(Part):
    """One remark of a reviewer, with the place it is about and the lines that stood there."""

    body: str
    path: str | None = None
    line: int | None = None
    author: str = ""
    diff_hunk: str = ""


class ReviewSubmitted(PayloadModel):
    """A reviewer judged a pull request."""

    type: ClassVar[str] = "review.submitted"
    number: Count
    reviewer: str
    verdict: ReviewVerdict
    body: str = ""
    comments: list[ReviewComment] = []


class ReworkRequested(PayloadModel):
    """A review asked for changes; `review` is the event that quotes it in full."""

    type: ClassVar[str] = "rework.requested"
    number: Count
    requests: list[str]
    review: str | None = None


class ReworkCompleted(PayloadModel):
    """The changes that a review asked for were made."""

    type: ClassVar[str] = "rework.completed"
    number: Count
    commits: list[str] = []
    summary: str = ""
    diff: str = ""


class PrMerged(PayloadModel):
    """A pull request was merged."""

    type: ClassVar[str] = "pr.merged"
    number: Count
    commit: str | None = None
    by: str = ""
    additions: Count = 0
    deletions: Count = 0


class ArtifactRecorded(PayloadModel):
    """A document that explains a change was put on the board."""

    type: ClassVar[str] = "artifact.recorded"
    kind: ArtifactKind
    title: str = ""
    body: str
    path: str | None = None
    number: Count | None = None
