"""Who asked for changes, and which commits answered: decided from times alone.

A commit answers a review when it was made after it. Rework is done when somebody else has looked
again, or the change was merged; until then more commits may come, and what was recorded about the
first of them would have to be recorded again.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from blackboard.events.review import ReviewComment
from blackboard.vocabulary import ReviewVerdict


@dataclass(frozen=True)
class Review:
    """What somebody said of a change at one time.

    `by_author` marks the author's own words; `opens_thread` says that a line is commented on
    and not only a comment answered; `looks` that the change was looked at as a whole.
    """

    key: str
    reviewer: str
    verdict: ReviewVerdict
    at: int | None
    body: str = ""
    comments: tuple[ReviewComment, ...] = ()
    by_author: bool = False
    opens_thread: bool = False
    looks: bool = False


@dataclass(frozen=True)
class Commit:
    """One commit of a change, with its difference where that is known."""

    sha: str
    message: str
    at: int
    diff: str = ""


def asking(reviews: list[Review], commits: list[Commit]) -> list[Review]:
    """The reviews that asked for changes.

    Those that say so, and those of others that comment on lines and were followed by commits:
    many teams never press the button.
    """
    last = max((commit.at for commit in commits), default=-1)
    return [
        review
        for review in reviews
        if review.verdict == "changes-requested"
        or (_may_ask(review) and review.at is not None and review.at < last)
    ]


def rounds(
    reviews: list[Review], commits: list[Commit], merged_at: int | None
) -> list[list[Commit]]:
    """The commits that answered, a list for each time that somebody looked again or merged."""
    first = min((each.at for each in asking(reviews, commits) if each.at is not None), default=None)
    if first is None:
        return []
    looked = [review.at for review in reviews if review.looks and not review.by_author]
    ends = [at for at in (*looked, merged_at) if at is not None]
    answers = sorted((each for each in commits if each.at > first), key=lambda each: each.at)
    grouped = groupby(answers, key=lambda each: _next(ends, each.at))
    return [list(group) for end, group in grouped if end is not None]


def _may_ask(review: Review) -> bool:
    return review.verdict == "commented" and review.opens_thread and not review.by_author


def _next(times: list[int], after: int) -> int | None:
    return min((at for at in times if at >= after), default=None)
