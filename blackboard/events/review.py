"""What happened between a pull request and its merge."""

from __future__ import annotations

from typing import ClassVar

from blackboard.events import streams
from blackboard.events.payload import Count, Part, PayloadModel
from blackboard.vocabulary import ArtifactKind, ReviewVerdict


class PullRequestEvent(PayloadModel):
    """Something that happened to one pull request."""

    number: Count

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.pull_request(project or streams.EVERYWHERE, self.number)


class PrOpened(PullRequestEvent):
    """A pull request was opened."""

    type: ClassVar[str] = "pr.opened"
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


class ReviewSubmitted(PullRequestEvent):
    """A reviewer judged a pull request."""

    type: ClassVar[str] = "review.submitted"
    reviewer: str
    verdict: ReviewVerdict
    body: str = ""
    comments: list[ReviewComment] = []


class ReworkRequested(PullRequestEvent):
    """A review asked for changes; `review` is the event that quotes it in full."""

    type: ClassVar[str] = "rework.requested"
    requests: list[str]
    review: str | None = None


class ReworkCompleted(PullRequestEvent):
    """The changes that a review asked for were made."""

    type: ClassVar[str] = "rework.completed"
    commits: list[str] = []
    summary: str = ""
    diff: str = ""


class PrMerged(PullRequestEvent):
    """A pull request was merged."""

    type: ClassVar[str] = "pr.merged"
    commit: str | None = None
    by: str = ""
    additions: Count = 0
    deletions: Count = 0


class PrClosed(PullRequestEvent):
    """A pull request was closed and not merged: somebody decided against it."""

    type: ClassVar[str] = "pr.closed"


class PrReverted(PullRequestEvent):
    """A merged pull request was taken back by a later change."""

    type: ClassVar[str] = "pr.reverted"

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return self.type


class ArtifactRecorded(PayloadModel):
    """A document that explains a change was put on the board."""

    type: ClassVar[str] = "artifact.recorded"
    kind: ArtifactKind
    title: str = ""
    body: str
    path: str | None = None
    number: Count | None = None

    def stream_in(self, project: str | None) -> str:
        """That of its pull request, or of the documents of its project."""
        project = project or streams.EVERYWHERE
        if self.number is None:
            return streams.artifacts(project)
        return streams.pull_request(project, self.number)
