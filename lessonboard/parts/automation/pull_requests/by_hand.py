"""What a person says of a change whose reviews are not on GitHub."""

from __future__ import annotations

from blackboard.event import NewEvent
from blackboard.events.review import PrMerged, ReviewSubmitted, ReworkCompleted, ReworkRequested
from blackboard.sources.fields import words
from blackboard.vocabulary import ReviewVerdict
from lessonboard.parts.automation.pull_requests.change import Change, digest

ACTOR = "human"
_MOST_OF_A_NAME = 100


def review(change: Change, reviewer: str, verdict: ReviewVerdict, body: str) -> list[NewEvent]:
    """A review, and the request for rework that it may be."""
    assert change.number is not None
    said, name = words(body), words(reviewer, _MOST_OF_A_NAME)
    payload = ReviewSubmitted(number=change.number, reviewer=name, verdict=verdict, body=said)
    key = digest(name, verdict, said)
    submitted = change.event(payload, key)
    if verdict != "changes-requested":
        return [submitted]
    asked = ReworkRequested(number=change.number, requests=[said], review=submitted.id)
    return [submitted, change.event(asked, key, causation=submitted.id)]


def rework(change: Change, summary: str, diff: str = "") -> NewEvent:
    """The changes that were made because a review asked for them."""
    assert change.number is not None
    payload = ReworkCompleted(number=change.number, summary=words(summary), diff=words(diff))
    return change.event(payload, digest(payload.summary, payload.diff))


def merge(change: Change, commit: str | None = None) -> NewEvent:
    """That the change was merged; it is merged once, even if reported twice."""
    assert change.number is not None
    return change.event(PrMerged(number=change.number, commit=words(commit) or None), "")
