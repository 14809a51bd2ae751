"""A pull request's life from GitHub's REST JSON: opened, reviewed, reworked, merged.

Every event follows from what can no longer change, and its id from the record that it comes
from; so reading the same state twice adds nothing, and a later state only what is new.
The fields: https://docs.github.com/en/rest/pulls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from blackboard.errors import NotAPullRequest
from blackboard.event import NewEvent
from blackboard.events.payload import PayloadModel
from blackboard.events.review import (
    PrMerged,
    PrOpened,
    ReviewSubmitted,
    ReworkCompleted,
    ReworkRequested,
)
from blackboard.repositories.remote import normalise_remote
from blackboard.sources.fields import count, moment, record, records, words
from blackboard.sources.source import Record, name, string
from lessonboard.parts.automation.pull_requests.change import Change, digest
from lessonboard.parts.automation.pull_requests.github_reviews import (
    commits_of,
    diff_of,
    person,
    reviews_of,
)
from lessonboard.parts.automation.pull_requests.rework import Commit, Review, asking, rounds

ACTOR = "github"
_MOST_OF_A_NAME = 400


def read_pull_request(state: object, project: str | None = None) -> list[NewEvent]:
    """The events of a pull request, in the order in which they happened.

    Args:
        state: an object with `pull_request`, and perhaps `reviews`, `review_comments`,
            `issue_comments`, `commits` (all lists), `files` (a list) or `diff` (a text), each as
            GitHub's REST API gives it; or the pull request alone.
        project: the project that was asked about, which GitHub may spell otherwise or have renamed;
            that of the pull request's own addresses by default.

    Raises:
        NotAPullRequest: there is no number, or nothing that names the repository.
    """
    told = _Recorded.of(state, project)
    events = [told.opened(), *told.reviewed(), *told.reworked(), *told.shown(), *told.merged()]
    return sorted(events, key=lambda each: (each.occurred_at is None, each.occurred_at or 0))


@dataclass(frozen=True)
class _Recorded:
    """A pull request as it was given, and what was made of its lists."""

    change: Change
    pull: Record
    reviews: list[Review]
    commits: list[Commit]
    diff: str

    @classmethod
    def of(cls, state: object, project: str | None) -> _Recorded:
        """The events of a state; commits after the merge belong to no rework."""
        given = record(state)
        pull = record(given.get("pull_request", given))
        merged_at = moment(pull.get("merged_at"))
        made = commits_of(records(given.get("commits")))
        return cls(
            change=Change(project or _project(pull), _number(pull), ACTOR),
            pull=pull,
            reviews=reviews_of(given, person(pull.get("user"))),
            commits=[each for each in made if merged_at is None or each.at <= merged_at],
            diff=string(given.get("diff")) or diff_of(records(given.get("files"))),
        )

    @property
    def number(self) -> int:
        """The pull request's number."""
        return _number(self.pull)

    @property
    def merged_at(self) -> int | None:
        """When it was merged, if it was."""
        return moment(self.pull.get("merged_at"))

    def opened(self) -> NewEvent:
        """That it was opened, by whom and for what."""
        pull = self.pull
        payload = PrOpened(
            number=self.number,
            title=words(pull.get("title"), _MOST_OF_A_NAME),
            body=words(pull.get("body")),
            author=person(pull.get("user")),
            branch=_branch(pull, "head"),
            base=_branch(pull, "base"),
            url=words(pull.get("html_url"), _MOST_OF_A_NAME) or None,
        )
        return self.change.event(payload, "", moment(pull.get("created_at")))

    def reviewed(self) -> Iterator[NewEvent]:
        """What reviewers said, and what they asked for."""
        asked = {review.key for review in asking(self.reviews, self.commits)}
        for review in self.reviews:
            submitted = self.change.event(self._submitted(review), review.key, review.at)
            yield submitted
            if review.key in asked:
                texts = (review.body, *(comment.body for comment in review.comments))
                request = ReworkRequested(
                    number=self.number,
                    requests=[text for text in texts if text],
                    review=submitted.id,
                )
                yield self.change.event(request, review.key, review.at, submitted.id)

    def reworked(self) -> Iterator[NewEvent]:
        """The commits that answered, as one event for each round that was reviewed again."""
        for answers in rounds(self.reviews, self.commits, self.merged_at):
            hashes = [commit.sha for commit in answers]
            payload = ReworkCompleted(
                number=self.number,
                commits=hashes,
                summary=words("\n\n".join(commit.message for commit in answers)),
                diff=words("\n".join(commit.diff for commit in answers if commit.diff)),
            )
            yield self.change.event(payload, digest(*hashes), answers[-1].at)

    def shown(self) -> Iterator[NewEvent]:
        """The difference as it is now."""
        if self.diff.strip():
            at = self.merged_at or moment(self.pull.get("updated_at"))
            title = words(self.pull.get("title"), _MOST_OF_A_NAME)
            yield self.change.artifact("diff", self.diff, title=title, at=at)

    def merged(self) -> Iterator[NewEvent]:
        """That it was merged, if it was."""
        if self.merged_at is not None:
            yield self.change.event(self._merged(), "", self.merged_at)

    def _submitted(self, review: Review) -> PayloadModel:
        return ReviewSubmitted(
            number=self.number,
            reviewer=review.reviewer,
            verdict=review.verdict,
            body=review.body,
            comments=list(review.comments),
        )

    def _merged(self) -> PayloadModel:
        by = self.pull.get("merged_by")
        return PrMerged(
            number=self.number,
            commit=words(self.pull.get("merge_commit_sha"), _MOST_OF_A_NAME) or None,
            by=person(by) if by else "",
            additions=count(self.pull.get("additions")),
            deletions=count(self.pull.get("deletions")),
        )


def _number(pull: Record) -> int:
    number = count(pull.get("number"))
    if not number:
        raise NotAPullRequest("it has no `number`")
    return number


def _project(pull: Record) -> str:
    """The repository that the change is for, as folders of its clones name it."""
    repository = record(record(pull.get("base")).get("repo"))
    page, found, _ = words(pull.get("html_url")).rpartition("/pull/")
    remotes = (repository.get("clone_url"), repository.get("html_url"), found and page)
    for remote in map(words, remotes):
        project = name(normalise_remote(remote), "")
        if "/" in project:
            return project
    raise NotAPullRequest("neither `base.repo.clone_url` nor `html_url` names its repository")


def _branch(pull: Record, side: str) -> str | None:
    return words(record(pull.get(side)).get("ref"), _MOST_OF_A_NAME) or None
